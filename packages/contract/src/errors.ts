import type { Comment, PasskeyRequestOptions, Post } from './entities.ts'

/**
 * Every error that a call may answer: its HTTP status and the message people see.
 * `{id}` is what the request named, the same for a thing that is missing, deleted or not for the caller to see.
 * The words that clients match on (`banned`, `rate limit`, `is hidden`, `hidden by domain admin`, `not found`) are pinned by a test.
 */
export const errors = {
  /** The body or query breaks the call's schema; `details` lists every issue by field. */
  VALIDATION_FAILED: { status: 400, message: 'Some fields are not valid.' },
  /** The body is not JSON, or not an object. */
  MALFORMED_BODY: { status: 400, message: 'The request body is not valid JSON.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be application/json.' },
  CURSOR_INVALID: { status: 400, message: 'The cursor is not valid for this list.' },
  LIST_TYPE_UNSUPPORTED: { status: 400, message: 'This list type is not supported.' },
  /** A call for signed-in people without an access token, or any but a public one with a token that is no good. */
  AUTH_REQUIRED: { status: 401, message: 'Please sign in to continue.' },
  /** Renew it, and send the request again. */
  TOKEN_EXPIRED: { status: 401, message: 'Your session has expired. Please sign in again.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid credentials.' },
  REFRESH_INVALID: { status: 401, message: 'Your session has ended. Please sign in again.' },
  /** The first proof was good; `details` says which other one is asked for. Nobody is signed in yet. */
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Please confirm that it is you with your second factor.' },
  /** What was asked for has expired or been used: begin anew. */
  CHALLENGE_INVALID: { status: 401, message: 'This took too long. Please start again.' },
  PASSKEY_INVALID: { status: 401, message: 'This passkey could not be verified.' },
  CODE_INVALID: { status: 401, message: 'This code is not valid or has been used.' },
  /** Anybody can give somebody else's address for an account of theirs. The link stays good. */
  CONFIRM_SIGNED_IN: {
    status: 403,
    message: 'Sign in to the account that this address was given for, then confirm it.',
  },
  /** Used, expired or wrong: all the same. */
  LINK_INVALID: { status: 401, message: 'This link or code is not valid any more. Please ask for a new one.' },
  /** Of the two accounts one is merged already, has others merged into it, or would be given up with rights that can't be. */
  MERGE_REFUSED: { status: 409, message: 'These accounts can’t be merged.' },
  /** Merges are undone in reverse order. */
  MERGE_NOT_LATEST: { status: 409, message: 'Only your latest merge can be undone.' },
  /** What changes how one signs in needs a proof of who one is within the last 10 minutes (`authReauthenticate`). */
  REAUTHENTICATION_REQUIRED: { status: 403, message: 'Please confirm that it is you.' },
  /** The body of a POST names somebody else as the actor. */
  ACTOR_MISMATCH: { status: 403, message: 'You can only act as yourself.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  /** The domain's `signInProviders` does not name this way to sign in. */
  METHOD_UNAVAILABLE: { status: 403, message: 'This way to sign in is not offered here.' },
  /** No such provider is configured. */
  PROVIDER_NOT_FOUND: { status: 404, message: 'This sign-in provider was not found.' },
  /** Somebody else signs in with this account of the provider. */
  CREDENTIAL_IN_USE: {
    status: 409,
    message: "We couldn't link account: somebody else signs in with it already.",
  },
  /** The provider vouches for an address that an account has; nothing is linked by that. */
  PROVIDER_EMAIL_IN_USE: {
    status: 409,
    message:
      'An account with this e-mail address exists. Sign in to it as you did before, then link this one in its settings.',
  },
  /** Whoever was led to a provider came back without having signed in there. */
  PROVIDER_CANCELLED: { status: 400, message: 'Signing in was cancelled.' },
  /** The provider did not answer, refused, or told something that does not hold. */
  PROVIDER_FAILED: { status: 502, message: 'Signing in with this provider did not work. Please try again.' },
  /** Without it nobody could sign in to the account any more. */
  LAST_WAY_IN: { status: 409, message: 'This is the only way to sign in to this account. Add another one first.' },
  /** A site-bound token used outside its site. */
  SITE_BOUND: { status: 403, message: 'This sign-in is only good for the site it was made on.' },
  BANNED: { status: 403, message: 'You were banned from this community.' },
  JOIN_REQUIRED: { status: 403, message: 'Join this community to take part.' },
  OWN_POST: { status: 403, message: 'You cannot respond to your own post.' },
  HIDDEN_BY_DOMAIN_ADMIN: { status: 403, message: 'This was hidden by domain admin and cannot be restored.' },
  COMMENT_HIDDEN: { status: 409, message: 'This comment is hidden.' },
  COMMENT_ERASED: { status: 409, message: 'Its author has deleted this comment for good. It cannot be restored.' },
  POST_CLOSED: { status: 403, message: 'This post is not open for responses.' },
  /** The article's site, or the page that sends a POST. */
  ORIGIN_NOT_REGISTERED: { status: 403, message: 'This site is not registered with the community.' },
  /** A write without an account needs a good `X-App-Check`. */
  APP_CHECK_REQUIRED: { status: 403, message: 'This request needs a valid app check.' },
  /** Another site's page sent a call with the forum's cookie, or loaded an address as an image, a frame or the like. */
  CSRF_REFUSED: { status: 403, message: 'This request came from another site.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  /** The header `Allow` names the methods that the address takes. */
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take this method.' },
  POST_NOT_FOUND: { status: 404, message: 'Post not found: {id}' },
  COMMENT_NOT_FOUND: { status: 404, message: 'Comment with ID {id} not found' },
  COMMUNITY_NOT_FOUND: { status: 404, message: 'Community not found.' },
  USER_NOT_FOUND: { status: 404, message: 'User not found.' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'Passkey not found.' },
  SESSION_NOT_FOUND: { status: 404, message: 'Session not found.' },
  REVISION_NOT_FOUND: { status: 404, message: 'This version was not found.' },
  FLAIR_NOT_FOUND: { status: 404, message: 'Topic not found.' },
  USERNAME_EXISTS: { status: 409, message: 'This username already exists.' },
  USERNAME_RESERVED: { status: 409, message: 'This username is reserved.' },
  /** Turn the one that is there off first. */
  SECOND_FACTOR_EXISTS: { status: 409, message: 'The second factor is set up already.' },
  /** The same idempotency key came with another body. */
  IDEMPOTENCY_MISMATCH: { status: 409, message: 'This request was already sent with other content.' },
  /** Somebody else was quicker; `details` holds the post or comment as it is now. Nothing was changed. */
  EDIT_CONFLICT: { status: 409, message: 'This was changed in the meantime.' },
  POLL_LOCKED: { status: 409, message: 'The poll can no longer be changed because people have voted.' },
  POLL_CLOSED: { status: 409, message: 'This poll is closed.' },
  NO_POLL: { status: 409, message: 'This post has no poll.' },
  POST_DELETED: { status: 409, message: 'This post is hidden.' },
  /** Only published posts are pinned and syndicated. */
  POST_NOT_PUBLISHED: { status: 409, message: 'This post is not published.' },
  /** A draft action needs a draft or a scheduled post. */
  POST_NOT_DRAFT: { status: 409, message: 'This post is no draft any more.' },
  /** A pinned post is not hidden. */
  POST_PINNED: { status: 409, message: 'This post is pinned. Unpin it before you hide it.' },
  /** See `PINNED_POSTS_MAX`. */
  PIN_LIMIT: { status: 409, message: 'A community can have 3 pinned posts. Unpin one first.' },
  /** See `SYNDICATION_MIN`. */
  POST_TOO_SHORT: { status: 409, message: 'A story needs 500 characters or 3 blocks to be syndicated.' },
  /** See `FLAIRS_MAX`. */
  FLAIR_LIMIT: { status: 409, message: 'A community can have 10 topics. Delete one first.' },
  FLAIR_EXISTS: { status: 409, message: 'This topic already exists.' },
  RATE_LIMITED: { status: 429, message: 'You have reached the rate limit. Please try again later.' },
  /** `details.retryAfterMs` tells when it may be changed again. */
  USERNAME_TOO_SOON: { status: 429, message: 'A username can be changed once in 30 days. Please try again later.' },
  /**
   * `details.retryAfterMs` tells when one may try again. With `details.reason` `storm` nobody is taken from new browsers for a
   * while, whatever they type, because many wrong passwords or codes come in: mailed links and passkeys still sign in.
   */
  SIGN_IN_LOCKED: { status: 429, message: 'Login failed too many times. Please try again later.' },
  /** Too much work is queued; nothing was changed. */
  BUSY: { status: 503, message: 'The server is busy. Please try again.' },
  INTERNAL: {
    status: 500,
    message: 'Seems like something went wrong, we are looking into it. Please try again in a few minutes.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** One issue of a validation failure. */
export interface FieldIssue {
  /** Dotted path of the field, empty for the body itself. */
  field: string
  message: string
}

/** How somebody can prove a second time that it is them. */
export type SecondFactorMethod = 'totp' | 'recovery' | 'passkey'

/** What `authSecondFactor` is then called with. */
export interface SecondFactorAsked {
  challenge: string
  methods: SecondFactorMethod[]
  expiresAt: number
  /** What the browser asks for, where a passkey is good. */
  passkeyOptions?: PasskeyRequestOptions
}

/** The body of every answer that is not a success. */
export interface ErrorAnswer {
  status: 'error'
  code: ErrorCode
  message: string
  details?:
    | FieldIssue[]
    | { retryAfterMs: number; reason?: 'storm' }
    | SecondFactorAsked
    | { post: Post }
    | { comment: Comment }
    | undefined
  requestId: string
}
