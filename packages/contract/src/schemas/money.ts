import * as z from 'zod'
import { unitsOf } from '../money.ts'
import { string } from './scalars.ts'

/** An amount that somebody spends. */
export const amount = string(16)
  .refine((value) => unitsOf(value) !== null, 'Must be a whole number of units of 10⁻⁶, at least 1.')
  .describe('In units of 10⁻⁶ tokens, as text.')
export const units = z.string().describe('In units of 10⁻⁶ tokens, as text.')
