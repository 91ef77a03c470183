import { join } from 'node:path'
import { runPrograms } from './support/programs.ts'

/** `npm run prove -- <name> …`: long checks on real input and under faults. */
await runPrograms(join(import.meta.dirname, 'proofs'))
