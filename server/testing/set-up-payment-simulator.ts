import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type SimulatorUnderTest, setClock, setFaults, startSimulatorUnderTest } from './payment-simulator.ts';

/**
 * Starts a payment simulator for the tests of a file; no test leaves a fault or a clock to the next one.
 * @param prepare is called before each test
 */
export function setUpPaymentSimulator(prepare: (simulator: SimulatorUnderTest) => void | Promise<void>): void {
  let simulator: SimulatorUnderTest;
  beforeAll(async () => {
    simulator = await startSimulatorUnderTest();
  });
  beforeEach(() => prepare(simulator));
  afterEach(async () => {
    await setClock(simulator, 0);
    await setFaults(simulator, 'every', []);
  });
  afterAll(() => simulator.close());
}
