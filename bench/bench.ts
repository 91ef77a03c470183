import { join } from 'node:path'
import { runPrograms } from './support/programs.ts'

/** `npm run bench -- <name> …`: runs benchmarks. Each figure is compared with a ceiling measured in the same run. */
await runPrograms(join(import.meta.dirname, 'benches'))
