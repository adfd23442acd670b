import { expect, test } from 'vitest';
import { OperatorError } from '../../config/operator-error.ts';
import { readImportArguments } from './command.ts';

const read = (...args: string[]) => readImportArguments({ args, workingDir: '/home/ana' });

test('a relative file is looked for in the folder the operator is in', () => {
  expect(read('santo-domingo.osm.pbf')).toEqual({ file: '/home/ana/santo-domingo.osm.pbf' });
  expect(read('/maps/do.osm.pbf')).toEqual({ file: '/maps/do.osm.pbf' });
});

test.each([
  [['do.osm.pbf', '--bbox', '-70.1,18.3,-69.7,18.7']],
  [['--bbox', '-70.1,18.3,-69.7,18.7', 'do.osm.pbf']],
  [['--bbox=-70.1,18.3,-69.7,18.7', 'do.osm.pbf']],
])('bounds in the west are understood: %j', (args) => {
  expect(read(...args)?.bbox).toEqual([-70.1, 18.3, -69.7, 18.7]);
});

test.each([
  [[], 'maps:import takes one file: '],
  [['a.pbf', '--bbox'], '--bbox takes west,south,east,north in degrees'],
  [['a.pbf', '--bbox', '1,2,,4'], '--bbox takes west,south,east,north in degrees'],
  [['a.pbf', '--bbox', '3,2,1,4'], '--bbox takes west,south,east,north in degrees'],
  [['a.pbf', '--bbox', '1,2,181,4'], '--bbox takes west,south,east,north in degrees'],
  [['a.pbf', '--box', '1,2,3,4'], '--box is not known: npm run maps:import'],
])('%j is refused with one line that names what is wrong', (args, message) => {
  expect(() => read(...args)).toThrow(OperatorError);
  expect(() => read(...args)).toThrow(message);
});

test('--help asks for nothing to be done', () => {
  expect(read('--help')).toBeUndefined();
});
