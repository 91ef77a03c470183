import type {
  ChangedItem,
  Comment,
  Community,
  DomainDetails,
  DomainMenu,
  Inset,
  MadeDecision,
  PageDetails,
  PasskeyRequestOptions,
  Post,
  QueueClaim,
  Report,
} from './entities.ts'

/**
 * Every error of the API: its HTTP status and the message for people. `{id}` is the id in the request, and is the same
 * for missing, deleted and invisible things. A test pins the phrases that clients match on (`banned`, `rate limit`, `is
 * hidden`, `hidden by domain admin`, `not found`).
 */
export const errors = {
  /** The body or query doesn't match the call's schema; `details` lists every issue by field. */
  VALIDATION_FAILED: { status: 400, message: 'Some fields are invalid.' },
  /** The body is not JSON, or not an object. */
  MALFORMED_BODY: { status: 400, message: 'The request body isn’t valid JSON.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be application/json.' },
  CURSOR_INVALID: { status: 400, message: 'The cursor isn’t valid for this list.' },
  LIST_TYPE_UNSUPPORTED: { status: 400, message: 'This list type isn’t supported.' },
  /** A call for users without an access token, or any non-public call with an invalid token. */
  AUTH_REQUIRED: { status: 401, message: 'Please sign in to continue.' },
  /** Refresh the token and send the request again. */
  TOKEN_EXPIRED: { status: 401, message: 'Your session has expired. Please sign in again.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid credentials.' },
  /** The password is right, but only a confirmed address signs in. Returned in browsers known to the account. */
  EMAIL_UNCONFIRMED: { status: 401, message: 'Confirm your email address first, or sign in with your username.' },
  REFRESH_INVALID: { status: 401, message: 'Your session has ended. Please sign in again.' },
  /** The first factor was correct; `details` lists the possible second ones. Nobody is signed in yet. */
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Please confirm it’s you with your second factor.' },
  /** The challenge has expired or been used. Start again. */
  CHALLENGE_INVALID: { status: 401, message: 'This took too long. Please start over.' },
  PASSKEY_INVALID: { status: 401, message: 'Couldn’t verify this passkey.' },
  CODE_INVALID: { status: 401, message: 'This code is invalid or has been used.' },
  /** Confirming needs a session of the account, as anybody can enter somebody else's address. The link stays valid. */
  CONFIRM_SIGNED_IN: {
    status: 403,
    message: 'Sign in to the account that uses this address, then confirm it.',
  },
  /** Used, expired and wrong links are not distinguished. */
  LINK_INVALID: { status: 401, message: 'This link or code is no longer valid. Please request a new one.' },
  /** Wrong and expired links are not distinguished. */
  SETUP_LINK_INVALID: {
    status: 401,
    message: 'This link is wrong or has expired. Run `stoa setup` on the server to get a new one.',
  },
  /** Somebody owns the forum, so its one-time links are void. */
  SETUP_DONE: { status: 409, message: 'This forum has an owner already, so the link no longer works.' },
  /** Until somebody has opened the one-time link that the server prints, nobody can write. */
  SETUP_PENDING: {
    status: 403,
    message: 'This forum is being set up. Its owner has to open the link in the server’s log first.',
  },
  /** One of the accounts is already merged, has accounts merged into it, or has permissions that can't be given up. */
  MERGE_REFUSED: { status: 409, message: 'These accounts can’t be merged.' },
  /** Merges are undone in reverse order. */
  MERGE_NOT_LATEST: { status: 409, message: 'Only your latest merge can be undone.' },
  /** Changing sign-in methods requires reauthentication within the last 10 minutes (`authReauthenticate`). */
  REAUTHENTICATION_REQUIRED: { status: 403, message: 'Please confirm it’s you.' },
  /** An API key without the scope of the call, or a call that no key may make. */
  KEY_SCOPE: { status: 403, message: 'This API key may not do that.' },
  /** The body of a POST names another user as the actor. */
  ACTOR_MISMATCH: { status: 403, message: 'You can only act as yourself.' },
  /** Sent with the header of an admin who views the forum as a role. */
  VIEWING_AS: { status: 403, message: 'You can’t change anything while you view the forum as someone else.' },
  FORBIDDEN: { status: 403, message: 'You don’t have permission to do this.' },
  /** The domain's `signInProviders` doesn't list this sign-in method. */
  METHOD_UNAVAILABLE: { status: 403, message: 'This sign-in method isn’t available here.' },
  /** No such provider is configured. */
  PROVIDER_NOT_FOUND: { status: 404, message: 'This sign-in provider was not found.' },
  /** The provider's account is linked to another account. */
  CREDENTIAL_IN_USE: {
    status: 409,
    message: "We couldn't link account: it’s already linked to another account.",
  },
  /** The provider's address belongs to an existing account. A matching address doesn't link accounts. */
  PROVIDER_EMAIL_IN_USE: {
    status: 409,
    message:
      'An account with this email address already exists. Sign in to it, then link this method in your settings.',
  },
  /** The person came back from a provider without having signed in there. */
  PROVIDER_CANCELLED: { status: 400, message: 'Sign-in was canceled.' },
  /** The provider didn't respond, refused, or returned an invalid response. */
  PROVIDER_FAILED: { status: 502, message: 'Sign-in with this provider failed. Please try again.' },
  /** Without this method nobody could sign in to the account. */
  LAST_WAY_IN: { status: 409, message: 'This is your only sign-in method. Add another one first.' },
  /** A site-bound token used outside its site. */
  SITE_BOUND: { status: 403, message: 'This sign-in only works on the site it was made for.' },
  /** Also during a time-out: see the viewer's `timeouts`. */
  BANNED: { status: 403, message: 'You were banned from this community.' },
  /** A member who is banned or timed out can't get another time-out. */
  BAN_IN_FORCE: {
    status: 409,
    message: 'This member already has a ban or time-out. Change or end that first.',
  },
  JOIN_REQUIRED: { status: 403, message: 'Join this community to take part.' },
  /** About the person whom a moderator warns or gives a role, not the moderator. */
  NOT_A_MEMBER: { status: 422, message: 'This person is not a member of the community.' },
  OWN_POST: { status: 403, message: 'You cannot respond to your own post.' },
  HIDDEN_BY_DOMAIN_ADMIN: { status: 403, message: 'This was hidden by domain admin and cannot be restored.' },
  COMMENT_HIDDEN: { status: 409, message: 'This comment is hidden.' },
  COMMENT_ERASED: {
    status: 409,
    message: 'This comment was permanently deleted by its author and cannot be restored.',
  },
  POST_CLOSED: { status: 403, message: 'This post is not open for responses.' },
  /** By a holder of blockChat. */
  COMMENTS_LOCKED: { status: 423, message: 'A moderator locked the comments on this post.' },
  /** By the post's author. */
  COMMENTS_OFF: { status: 423, message: 'The author turned off comments on this post.' },
  /** The article's site, or the page that sends a POST. */
  ORIGIN_NOT_REGISTERED: { status: 403, message: 'This site isn’t registered with the community.' },
  /** An anonymous write needs a valid `X-App-Check`. */
  APP_CHECK_REQUIRED: { status: 403, message: 'This request needs a valid app check.' },
  /** Another site's page sent a call with the forum's cookie, or loaded an address as an image, a frame or similar. */
  CSRF_REFUSED: { status: 403, message: 'This request came from another site.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  /** The header `Allow` lists the address's methods. */
  /** The `Host` of the request belongs to no domain of the installation. */
  UNKNOWN_HOST: { status: 421, message: 'This server doesn’t serve a forum at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method isn’t supported for this address.' },
  POST_NOT_FOUND: { status: 404, message: 'Post not found: {id}' },
  COMMENT_NOT_FOUND: { status: 404, message: 'Comment with ID {id} not found' },
  COMMUNITY_NOT_FOUND: { status: 404, message: 'Community not found.' },
  USER_NOT_FOUND: { status: 404, message: 'User not found.' },
  /** Either side has blocked the other; which one isn't said. */
  DM_BLOCKED: { status: 403, message: 'Your message failed because you are blocked, or have blocked this person.' },
  /** The recipient's setting for who may write first excludes the sender. */
  DM_NOT_ALLOWED: { status: 403, message: 'This person doesn’t accept messages from you.' },
  /** See `MESSAGE_MAX_LENGTH`. */
  DM_TOO_LONG: { status: 400, message: 'A message must have fewer than 400 characters.' },
  /** See `STRANGERS_PER_DAY`. */
  DM_STRANGERS_LIMIT: { status: 429, message: 'New accounts can write to 5 new people a day. Try again tomorrow.' },
  /** See `MESSAGE_DELETABLE_MS`. */
  DM_TOO_LATE: { status: 409, message: 'A message can be deleted for both people within five minutes only.' },
  /** Only https addresses outside the server’s own network get push messages. */
  PUSH_ENDPOINT_REFUSED: { status: 400, message: 'This browser’s push service can’t be used.' },
  CONVERSATION_NOT_FOUND: { status: 404, message: 'Conversation not found.' },
  MESSAGE_NOT_FOUND: { status: 404, message: 'Message not found.' },
  /** See `MUTES_MAX`. */
  MUTE_LIMIT: { status: 409, message: 'You have reached the limit of 500. Remove some first.' },
  /** See `API_KEYS_MAX`. */
  API_KEY_LIMIT: { status: 409, message: 'You have reached the limit of 20 keys. Revoke one first.' },
  /** See `WEBHOOKS_MAX`. */
  WEBHOOK_LIMIT: { status: 409, message: 'You have reached the limit of 20 webhooks. Remove one first.' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'Passkey not found.' },
  SESSION_NOT_FOUND: { status: 404, message: 'Session not found.' },
  REVISION_NOT_FOUND: { status: 404, message: 'This version was not found.' },
  FLAIR_NOT_FOUND: { status: 404, message: 'Topic not found.' },
  QUEUE_ITEM_NOT_FOUND: { status: 404, message: 'Queue item not found.' },
  NOTE_NOT_FOUND: { status: 404, message: 'This note was not found.' },
  ACTIVITY_NOT_FOUND: { status: 404, message: 'This decision was not found.' },
  REPORT_NOT_FOUND: { status: 404, message: 'Report not found.' },
  MEDIA_NOT_FOUND: { status: 404, message: 'This upload was not found.' },
  /** The limit depends on the kind of file: see `maxBytesOf`. */
  MEDIA_TOO_LARGE: {
    status: 413,
    message:
      'File too large. The limit is 10 MB for images (1 MB for profile pictures and logos) and 500 MB for videos and recordings.',
  },
  /** By name or content. */
  MEDIA_TYPE_UNSUPPORTED: {
    status: 415,
    message:
      'Unsupported file type. Images can be PNG, GIF, JPEG, TIFF, BMP, WebP or AVIF; videos MP4, MOV, WebM or MKV; recordings MP3, M4A, Ogg, WAV, FLAC or AAC.',
  },
  /** Empty, truncated or broken, or of no known type by content. */
  MEDIA_DAMAGED: { status: 422, message: 'This file is damaged and can’t be read.' },
  /** See `IMAGE_MAX_PIXELS`. */
  MEDIA_TOO_MANY_PIXELS: { status: 422, message: 'Image upload failed: the limit is 40 megapixels.' },
  /** See `FILM_MAX_PIXELS`. */
  MEDIA_TOO_MUCH_VIDEO: {
    status: 422,
    message:
      'Video upload failed: it has too many frames of this size. Choose a lower resolution or frame rate, or make it shorter.',
  },
  /** See `IMAGE_MAX_FRAMES`. */
  MEDIA_TOO_MANY_FRAMES: { status: 422, message: 'Image upload failed: animations can have up to 300 frames.' },
  /** See `VIDEO_MAX_MS` and `RESPONSE_MAX_MS`. */
  MEDIA_TOO_LONG: { status: 422, message: 'Videos must be shorter than 21 minutes, responses shorter than 3 minutes.' },
  /** The server has no ffmpeg. */
  MEDIA_NOT_CONVERTIBLE: {
    status: 415,
    message:
      'Unsupported file type: this server can’t convert it. Upload an MP4 video, or an MP3, M4A or Ogg recording.',
  },
  /** The file may be fine; it can be sent again. */
  MEDIA_FAILED: { status: 500, message: 'Image upload failed. Please try again.' },
  /** See `UNFINISHED_UPLOADS_MAX` and `UNUSED_MEDIA_MAX_BYTES`. */
  MEDIA_QUOTA: {
    status: 429,
    message: 'You have too many unfinished or unused uploads. Use or delete some first.',
  },
  /** See `MEMBER_MEDIA_MAX_BYTES`. */
  MEDIA_SPACE: {
    status: 429,
    message: 'Your uploads take up all the space you have. Delete some under “My uploads” first.',
  },
  /** Something that the moderator doesn't moderate shows the file, too. */
  MEDIA_ELSEWHERE: {
    status: 403,
    message:
      'This file is also used in communities you don’t moderate. Hide the post instead, and ask a network admin to remove the file.',
  },
  MEDIA_IN_USE: { status: 409, message: 'This file is used in a post, profile or community. Remove it there first.' },
  /** Another request continues the upload, or its offset differs: request the offset. */
  /** The disk has no room left (`/readyz` says so); retrying doesn't help until an operator has made some. */
  STORAGE_FULL: { status: 507, message: 'The forum has no room for uploads at the moment. Please try again later.' },
  UPLOAD_CONFLICT: { status: 409, message: 'This upload has continued elsewhere.' },
  DOMAIN_NOT_FOUND: { status: 404, message: 'Domain not found.' },
  PAGE_NOT_FOUND: { status: 404, message: 'Page not found.' },
  PAGE_EXISTS: { status: 409, message: 'This domain has a page of this name.' },
  DOMAIN_EXISTS: { status: 409, message: 'This installation has a domain of this name.' },
  /** Files in the data folder configure the domains; see `STOA_DOMAINS`. */
  DOMAIN_READ_ONLY: { status: 409, message: 'This domain is configured by a file on the server.' },
  /** A host belongs to one domain only. */
  HOST_TAKEN: { status: 409, message: 'This host belongs to a domain already.' },
  /** Neither the TXT record nor the file has the host's token. */
  HOST_UNPROVEN: { status: 409, message: 'The proof for this host wasn’t found. DNS changes can take an hour.' },
  /** Make another host the canonical one first. */
  HOST_CANONICAL: { status: 409, message: 'This is the main host of its domain.' },
  COMMUNITY_EXISTS: { status: 409, message: 'This community exists already.' },
  /** The name is the start of one of the forum's addresses. */
  COMMUNITY_NAME_RESERVED: { status: 409, message: 'This name is reserved.' },
  /** Only one transfer can be pending. */
  TRANSFER_PENDING: { status: 409, message: 'This community is already being transferred.' },
  /** To oneself, to somebody who has not joined, or to somebody who is banned. */
  TRANSFER_REFUSED: { status: 409, message: 'Only another active member can become the owner.' },
  /** Another community has or had this address. */
  /** `details.retryAfterMs` is the time until it may be changed again. */
  COMMUNITY_SLUG_TOO_SOON: {
    status: 409,
    message: 'The address can be changed 3 times in 30 days. Keep the current one for now.',
  },
  COMMUNITY_SLUG_EXISTS: { status: 409, message: 'Another community uses this address.' },
  USERNAME_EXISTS: { status: 409, message: 'This username already exists.' },
  USERNAME_OF_COMMUNITY: { status: 409, message: 'A community has this name.' },
  USERNAME_RESERVED: { status: 409, message: 'This username is reserved.' },
  /** Turn off the existing one first. */
  SECOND_FACTOR_EXISTS: { status: 409, message: 'Two-step verification is already set up.' },
  /** The domain's setting `money` is off. */
  MONEY_OFF: { status: 403, message: 'Wallets and tips aren’t available here.' },
  /** The operator has no account at a card provider, or one for another community (`STOA_MOONPAY_URL`). */
  CARDS_OFF: { status: 403, message: 'Purchases by card aren’t available here.' },
  OWN_TIP: { status: 403, message: 'You cannot tip yourself.' },
  OWN_TRANSFER: { status: 403, message: 'You cannot send to yourself.' },
  RECEIVER_NOT_FOUND: { status: 404, message: 'The receiver does not exist.' },
  /** A deleted or banned person, or nobody: what was posted anonymously. */
  RECEIVER_REFUSED: { status: 409, message: 'This person can’t receive tips or transfers.' },
  /** The balance and credit that may be used, of the community's token. */
  INSUFFICIENT_BALANCE: { status: 409, message: 'Insufficient balance.' },
  /** After a deposit or purchase that was taken back. `{id}` and `details.id` say how much, in which tokens. */
  IN_DEBT: {
    status: 422,
    message:
      'You owe {id} for a deposit or purchase that was taken back. New money in that balance pays it. You can spend again once it’s paid.',
  },
  /** `promotionDayPrice` of the domain. */
  PROMOTION_PRICE: { status: 409, message: 'The amount is below the price of this promotion.' },
  /** Together with the time for which it is already promoted. */
  PROMOTION_TOO_LONG: { status: 409, message: 'A post can be promoted for at most 30 days ahead.' },
  /** Beyond what a balance can hold. */
  AMOUNT_TOO_LARGE: { status: 422, message: 'This amount is too large.' },
  /** `stoa ledger:verify` found books that don't add up. */
  PAYOUTS_FROZEN: { status: 503, message: 'Payouts are on hold while the books are checked.' },
  /** After a restore, until `stoa release`: the original may pay them. */
  CASH_OUTS_HELD: {
    status: 503,
    message: 'This forum was restored from a backup. Cash-outs wait until its operator releases it.',
  },
  /** It was requested before the forum was restored, and nobody has said that they checked. */
  CASH_OUT_MAYBE_PAID: {
    status: 409,
    message: 'This may have been paid before the forum was restored from a backup. A cashier must check that first.',
  },
  NOT_A_PARTNER: { status: 403, message: 'Only partners can cash out.' },
  CASH_OUT_TOO_SMALL: { status: 422, message: 'The smallest cash-out here is {id}.' },
  CASH_OUT_NOT_FOUND: { status: 404, message: 'Request not found.' },
  /** It was paid, refused or cancelled in the meantime. */
  CASH_OUT_CLOSED: { status: 409, message: 'This request is closed.' },
  CASH_OUT_CLAIMED: { status: 409, message: 'Another cashier has claimed this request.' },
  /** The caller hasn't claimed it, or lost the claim. */
  CASH_OUT_NOT_CLAIMED: { status: 409, message: 'Claim this request first.' },
  /** A cashier claimed it more than three minutes ago. */
  CASH_OUT_TOO_LATE: { status: 409, message: 'A cashier is paying this. You can’t cancel it anymore.' },
  /** The caller gave the first of two approvals. */
  CASH_OUT_NEEDS_OTHER: { status: 403, message: 'Another cashier must approve this.' },
  /** For a deposit that left the chain, or a purchase that was taken back, and was spent. */
  OWES_MONEY: {
    status: 409,
    message: 'This person owes money. Refuse the request, so that the amount pays the debt.',
  },
  OWN_CASH_OUT: { status: 403, message: 'You cannot decide about your own money.' },
  /** No `STOA_CHAIN_URL`, or no token of the community on the chain. */
  CHAIN_OFF: { status: 409, message: 'Deposits and withdrawals aren’t available here.' },
  /** Two withdrawals are two minutes apart. `details.retryAfterMs` is the time until the next one. */
  SLOW_DOWN: { status: 429, message: 'Slow Down: wait two minutes between withdrawals.' },
  /** `moneyLimits` of the domain, of what the person spends in 24 hours. */
  MONEY_LIMIT: {
    status: 409,
    message: 'This is above your limit for 24 hours. Ask for a cash-out instead, or wait a day.',
  },
  /** The contract has fewer decimals than the ledger. */
  AMOUNT_TOO_FINE: { status: 422, message: 'The token on the chain has fewer decimals. Use fewer, too.' },
  /** Set by the operator with `stoa withdrawal:minimum`. */
  WITHDRAWAL_TOO_SMALL: { status: 422, message: 'The smallest withdrawal here is {id}.' },
  /** A person has one at a time in each community. */
  WITHDRAWAL_UNDER_WAY: { status: 409, message: 'Your last withdrawal is still on its way. Wait until it’s done.' },
  WITHDRAWAL_NOT_FOUND: { status: 404, message: 'Withdrawal not found.' },
  /** Done or failed, or not signed yet. */
  WITHDRAWAL_ENDED: { status: 409, message: 'This withdrawal isn’t on its way.' },
  /** Its transaction can be mined as long as no other one has its number for good. */
  WITHDRAWAL_OPEN: { status: 409, message: 'This withdrawal can still be paid.' },
  /** `stoa withdrawal:raise-fee` of one that a block has. */
  WITHDRAWAL_MINED: { status: 409, message: 'A block has this withdrawal already.' },
  /** `stoa withdrawal:raise-fee` at the same time, or its state changed. */
  WITHDRAWAL_CHANGED: { status: 409, message: 'This withdrawal has just changed. Look at it again.' },
  /** `stoa withdrawal:raise-fee` without enough of the chain's own coin. */
  WALLET_EMPTY: { status: 409, message: 'The paying wallet has too little for fees.' },
  /** `stoa chain:accept-nonce` while the node has unknown transactions of the wallet that no block has. */
  WALLET_HAS_WAITING: {
    status: 409,
    message: 'Transactions of the wallet that aren’t known here wait for a block. Try again once they are mined.',
  },
  /** `stoa chain:accept-nonce` was given another number than the chain has now. */
  WALLET_NONCE_DIFFERS: { status: 409, message: 'The wallet has sent {id} transactions. Compare them first.' },
  /** `stoa chain:accept-shortfall` was given another amount than the chain lacked at the last comparison. */
  SHORTFALL_DIFFERS: { status: 409, message: 'The chain lacks {id}. Find out why first.' },
  /** `stoa chain:sweep` or `withdrawal:raise-fee` before `stoa release`, or while the books don't add up. */
  SWEEP_HALTED: { status: 409, message: 'Nothing is signed on a restored copy, or while the books differ.' },
  /** Deposits begin three minutes after a community was created. */
  COMMUNITY_TOO_NEW: { status: 409, message: 'This community is new. Try again in three minutes.' },
  /** `stoa chain:try` needs a running server outside production, and a member who has an address. */
  NO_LOCAL_CHAIN: {
    status: 409,
    message:
      'Start a server outside production, without STOA_CHAIN_URL, and press “Show my address” in the member’s wallet first.',
  },
  ADDRESS_INVALID: { status: 422, message: 'This is not a valid address.' },
  /** The community has another contract, or another community has this one. */
  TOKEN_ON_CHAIN: { status: 409, message: 'The community already has a contract, or another community has this one.' },
  PURCHASE_NOT_FOUND: { status: 404, message: 'Purchase not found.' },
  MONEY_TRANSFER_NOT_FOUND: { status: 404, message: 'Transfer not found.' },
  /** The idempotency key was used with another body. */
  IDEMPOTENCY_MISMATCH: { status: 409, message: 'This request was already sent with different content.' },
  /**
   * Somebody else has edited it in the meantime. `details` contains the current post, comment, community, domain, menu or page. Nothing was
   * changed.
   */
  EDIT_CONFLICT: { status: 409, message: 'This was changed in the meantime.' },
  POLL_LOCKED: { status: 409, message: 'The poll can no longer be changed because people have voted.' },
  POLL_CLOSED: { status: 409, message: 'This poll is closed.' },
  NO_POLL: { status: 409, message: 'This post has no poll.' },
  POST_DELETED: { status: 409, message: 'This post is hidden.' },
  /** Only published posts can be pinned and syndicated. */
  POST_NOT_PUBLISHED: { status: 409, message: 'This post is not published.' },
  /** The action requires a draft or a scheduled post. */
  POST_NOT_DRAFT: { status: 409, message: 'This post is no longer a draft.' },
  /** A pinned post can't be hidden or deleted. */
  POST_PINNED: { status: 409, message: 'This post is pinned. Unpin it first.' },
  /** Moderators have to decide about a report first. */
  POST_REPORTED: {
    status: 409,
    message: 'This post was reported. It can be deleted once a moderator has reviewed it.',
  },
  /** As for posts. */
  COMMENT_REPORTED: {
    status: 409,
    message: 'This comment was reported. It can be deleted once a moderator has reviewed it.',
  },
  /** See `PINNED_POSTS_MAX`. */
  PIN_LIMIT: { status: 409, message: 'A community can have 3 pinned posts. Unpin one first.' },
  /** See `SYNDICATION_MIN`. */
  POST_TOO_SHORT: { status: 409, message: 'A story needs 500 characters or 3 blocks to be syndicated.' },
  /** See `DRAFTS_MAX`. */
  DRAFT_LIMIT: { status: 409, message: 'You can have 200 drafts. Publish or discard one first.' },
  /** See `NOTES_MAX`. */
  NOTE_LIMIT: { status: 409, message: 'There are 50 notes about this member. Delete one first.' },
  FLAIR_LIMIT: { status: 409, message: 'A community can have 10 topics. Delete one first.' },
  FLAIR_EXISTS: { status: 409, message: 'This topic already exists.' },
  /** Somebody else has decided it in the meantime. `details` contains the current report. Nothing was changed. */
  REPORT_DECIDED: { status: 409, message: 'This report has been decided already.' },
  /**
   * Somebody else has decided it in the meantime. `details.decision` contains the decision and who made it. Nothing was
   * changed.
   */
  QUEUE_DECIDED: { status: 409, message: 'Another moderator has already decided this.' },
  /**
   * Its author has edited it since the moderator read it. `details.changed` is the current content. Nothing was
   * decided.
   */
  QUEUE_CHANGED: { status: 409, message: 'The author has changed this. Read it again before you approve it.' },
  /** `details.claim` says who is working on it, and until when. */
  QUEUE_CLAIMED: { status: 409, message: 'Another moderator has claimed this.' },
  /** The decision was undone, can’t be appealed, or was appealed before. */
  APPEAL_REFUSED: { status: 409, message: 'You can’t appeal this decision.' },
  /** Other moderators can judge it. */
  APPEAL_OWN_DECISION: { status: 403, message: 'Someone else reviews appeals against your decisions.' },
  /** Other moderators can decide it. */
  REPORT_OWN_CONTENT: { status: 403, message: 'Someone else reviews reports about you and your content.' },
  /** A newer decision exists about the same subject, or this one was already undone. Nothing was changed. */
  UNDO_REFUSED: { status: 409, message: 'This decision can’t be undone anymore.' },
  /** A word, phrase or link on a list that the community or the forum rejects. `{id}` is the matched text. */
  CONTENT_REFUSED: { status: 422, message: 'This community doesn’t accept “{id}”. Change your text and try again.' },
  /** A new member's text has more links than the community allows. */
  LINKS_REFUSED: { status: 422, message: 'New members can’t post this many links yet. Remove them and try again.' },
  /** The edit raises the score of published text to the community's hold threshold. Nothing was changed. */
  EDIT_REFUSED: {
    status: 422,
    message: 'This change looks like spam, so your earlier text stays. Change it and try again.',
  },
  /** The same author and text, several times in an hour. */
  TEXT_REPEATED: { status: 422, message: 'You’ve posted this several times already. Write something new.' },
  /** `details.retryAfterMs` and `{id}` say when the person may write again. */
  SLOW_MODE: { status: 429, message: 'Slow mode is on. You can write again in {id}.' },
  /** The community's `postTypes` don't include it. */
  POST_TYPE_REFUSED: { status: 422, message: 'This community doesn’t accept this type of post.' },
  COMMUNITY_ARCHIVED: { status: 423, message: 'This community is archived. You can read it, but not take part.' },
  /** While storm mode is on. */
  MEMBERS_ONLY: {
    status: 403,
    message: 'Only members can post in this community at the moment. Sign in and try again.',
  },
  /** Somebody else has changed the rules in the meantime. */
  RULES_CHANGED: { status: 409, message: 'Someone else just changed this. Reload the page and try again.' },
  RATE_LIMITED: { status: 429, message: 'You have reached the rate limit. Please try again later.' },
  /** `details.retryAfterMs` is the time until it may be changed again. */
  USERNAME_TOO_SOON: {
    status: 429,
    message: 'You can change your username once every 30 days. Please try again later.',
  },
  /**
   * `details.retryAfterMs` is the time until the next attempt. With `details.reason` `storm`, sign-in with passwords or
   * codes from unknown browsers is blocked for a while because of many failures; mailed links and passkeys still work.
   */
  SIGN_IN_LOCKED: { status: 429, message: 'Login failed too many times. Please try again later.' },
  /** Too much work is queued; nothing was changed. */
  BUSY: { status: 503, message: 'The server is busy. Please try again.' },
  /** The database is away; `details.retryAfterMs` says when to try again. A write may have been carried out. */
  UNAVAILABLE: { status: 503, message: 'The server is temporarily unavailable. Please try again in a moment.' },
  INTERNAL: {
    status: 500,
    message: 'Seems like something went wrong, we are looking into it. Please try again in a few minutes.',
  },
} as const satisfies Record<string, { status: number; message: string }>

/** Messages for situations in which clients expect other texts than that of the code, letter by letter. */
export const situationMessages = {
  /** AUTH_REQUIRED for a reaction without an access token. */
  reactionWithoutUser: 'No user ID',
  /** AUTH_REQUIRED for a token without a valid session and account. */
  /** An API key that is unknown, revoked or expired. */
  invalidApiKey: 'This API key is not valid.',
  invalidTokenUser: 'auth required - inavlid firebase user',
  /** A person's id that isn't one; AUTH_REQUIRED for notifications without an access token. */
  invalidUserId: 'invalidUserId',
  /** As before, for a person's reputation. */
  invalidStatsUserId: 'loadUserStatsFailedInvalidId',
  /** A username for the viewer’s account that is none, or somebody else’s. */
  invalidOwnUsername: 'loadMyUserUnfoldFailedInvalidUsername',
  /** FLAIR_NOT_FOUND in a community without topics. */
  noActiveFlairs: 'No active flairs found',
} as const

export type ErrorCode = keyof typeof errors

/** A single validation issue. */
export interface FieldIssue {
  /** Dotted path of the field, empty for the body itself. */
  field: string
  /** For people, in English. */
  message: string
  /** Names the text, for translations. Omitted for what only programs get wrong. */
  code?: string
  /** What the text mentions, such as a maximum. */
  values?: Record<string, string | number>
}

/** Methods for a second factor. */
export type SecondFactorMethod = 'totp' | 'recovery' | 'passkey'

/** Input for `authSecondFactor`. */
export interface SecondFactorChallenge {
  challenge: string
  methods: SecondFactorMethod[]
  expiresAt: number
  /** Options for the browser, if a passkey is accepted. */
  passkeyOptions?: PasskeyRequestOptions
}

/** The body of every error response. */
export interface ErrorResponse {
  status: 'error'
  code: ErrorCode
  message: string
  details?:
    | FieldIssue[]
    | { retryAfterMs: number; reason?: 'storm' }
    | { id: string }
    | SecondFactorChallenge
    | { post: Post }
    | { comment: Comment }
    | { community: Community }
    | { domain: DomainDetails }
    | { menu: DomainMenu }
    | { page: PageDetails }
    | { inset: Inset }
    | { report: Pick<Report, 'status'> }
    | { decision: MadeDecision | null }
    | { changed: ChangedItem }
    | { claim: { by: QueueClaim['by'] | null; until: number } }
    | undefined
  requestId: string
}
