import type { ErrorCode } from '../errors.ts'
import type { Route } from '../routes.ts'

/** One call of the interface, as plain data. */
export interface Call extends Route {
  errors: readonly ErrorCode[]
  summary: string
}
