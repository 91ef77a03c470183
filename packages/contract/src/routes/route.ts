import type { FloodClass, QuotaClass } from '../limits.ts'

/**
 * Who may call: everyone; everyone, with the viewer's facts if signed in; users only; users, and visitors who passed
 * the app check.
 */
export type CallAccess = 'public' | 'optional' | 'user' | 'app-check'

/** The HTTP route of a call. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path below `/api`; `{name}` is a path parameter and a field of the input. */
  path: string
  access: CallAccess
  /** Rate limit of every request, including refused ones. Default: `read` for GET, `write` for others. */
  rate?: FloodClass
  /** Rate limit of successful calls only. */
  quota?: QuotaClass
  /** Accepts an access token bound to a partner's site. Default false. */
  site?: true
  /** Only from the forum's own origin, with its cookie. Default false. */
  cookie?: true
  /** Only pages of the forum may send a browser here; for redirects. Default false. */
  ownPage?: true
  /** Ends the sender's session. A repeat with the same token gets the first response although the token is invalid. */
  endsSession?: true
  /**
   * Format of a successful response. Default: JSON in the envelope. Errors are JSON; for redirects they are the sign-in
   * page.
   */
  answers?: 'html' | 'redirect' | 'file'
}
