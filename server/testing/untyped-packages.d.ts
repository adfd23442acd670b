// Types of packages that bring none, as far as tests use them.

declare module 'osrm-text-instructions' {
  type Compiler = {
    compile(language: string, step: unknown, options?: { legIndex: number; legCount: number }): string;
  };
  export default function compilerFor(version: 'v5'): Compiler;
}
