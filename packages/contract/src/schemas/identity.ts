import * as z from 'zod'
import { USERNAME } from '../rules.ts'
import { user } from './accounts.ts'

export const username = z.string().regex(USERNAME, 'Use 3 to 20 letters, digits or underscores.')

export const identityCalls = {
  userUsername: { input: z.object({ username }), output: z.object({ user }) },
}
