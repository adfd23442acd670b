// The package has no types of its own; this is the part that the test uses.
declare module 'osrm-text-instructions' {
  type Compiler = {
    compile(language: string, step: unknown, options?: { legIndex: number; legCount: number }): string;
  };
  export default function compilerFor(version: 'v5'): Compiler;
}
