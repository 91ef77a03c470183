import { join } from 'node:path'
import { runPrograms } from './support/programs.ts'

/** `npm run bench -- <name> …`: figures, each beside a ceiling measured in the same run. */
await runPrograms(join(import.meta.dirname, 'benches'))
