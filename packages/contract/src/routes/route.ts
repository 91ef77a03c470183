import type { FloodClass, QuotaClass } from '../limits.ts'

/** Who may call: anybody; anybody, with the viewer's facts when signed in; a user; a visitor who passed the app check, or a user. */
export type CallAccess = 'public' | 'optional' | 'user' | 'app-check'

/** How one call goes over HTTP. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path below `/api`; `{name}` is a path parameter and a field of the input. */
  path: string
  access: CallAccess
  /** What every request counts against, also one that is refused. */
  rate: FloodClass
  /** What only a call that did its work counts against. */
  quota?: QuotaClass
  /** Usable with an access token bound to a partner's site. Default false. */
  site?: true
  /** Only from the forum's own origin, with its cookie. Default false. */
  cookie?: true
  /** Only a page of the forum may send a browser here; for calls that answer with a redirect. Default false. */
  ownPage?: true
  /** Its work ends the sender's session: a repeat is answered to the same token although it is good for nothing else. */
  endsSession?: true
  /** What a successful answer is. Default: JSON in the envelope. Errors are JSON, but of a redirect the page to sign in. */
  answers?: 'html' | 'redirect' | 'file'
}
