/** Limits shared by server and browsers.  Times are in milliseconds, sizes in bytes, lengths in Unicode code points. */

/** Maximum length of a comment or reply. */
export const COMMENT_MAX_LENGTH = 2000
/** Maximum length of a new comment's nonce. */
export const COMMENT_NONCE_MAX_LENGTH = 64
export const POST_TITLE_MAX_LENGTH = 200
export const COMMUNITY_TITLE_MAX_LENGTH = 40
export const COMMUNITY_ABOUT_MAX_LENGTH = 2000
/** Maximum number of a community's rules. */
export const COMMUNITY_RULES_MAX = 15
export const COMMUNITY_RULE_TITLE_MAX_LENGTH = 100
export const COMMUNITY_RULE_TEXT_MAX_LENGTH = 500
export const DISPLAY_NAME_MAX_LENGTH = 60
export const PROFILE_TITLE_MAX_LENGTH = 120
export const PROFILE_ABOUT_MAX_LENGTH = 2000
/** Delay between confirming a transfer and its execution: at most three minutes in total. */
export const OWNERSHIP_TRANSFER_MS = 150 * 1000
/** Maximum length of the address of a picture, video or recording, as encoded by browsers. */
export const MEDIA_URL_MAX_LENGTH = 2000
/** Maximum length of the address of a profile picture. */
export const PROFILE_IMAGE_MAX_LENGTH = 500
/** Maximum length of a community's slug. */
export const COMMUNITY_SLUG_MAX_LENGTH = 40
/** Maximum length of a search for communities. */
export const COMMUNITY_QUERY_MAX_LENGTH = 80
/** Orders of the list of communities. */
export const COMMUNITY_SORTS = ['members', 'activity', 'newest', 'name'] as const
export type CommunitySort = (typeof COMMUNITY_SORTS)[number]
export const COMMUNITY_LOGO_MAX_LENGTH = 500
export const SLUG_MAX_LENGTH = 80
/** Maximum length of a post's excerpt. */
export const POST_EXCERPT_MAX_LENGTH = 300
/** Maximum number of a community's pinned posts. */
export const PINNED_POSTS_MAX = 3
/** How far ahead a post may be scheduled. */
export const SCHEDULE_MAX_AHEAD_MS = 30 * 24 * 60 * 60 * 1000
/** Minimum length of a syndicated story, in characters or blocks. */
export const SYNDICATION_MIN = { characters: 500, blocks: 3 } as const
/** Maximum length of a custom reason. */
export const REASON_TEXT_MAX_LENGTH = 70
/** Maximum number of a community's topics. */
export const TOPICS_MAX = 10
/** Maximum number of a person's drafts. */
export const DRAFTS_MAX = 200
export const TOPIC_NAME_MAX_LENGTH = 30
/** Maximum number of blocks in a post. */
export const POST_MAX_BLOCKS = 500
/** Maximum text of a block, including inline markup. */
export const BLOCK_TEXT_MAX_LENGTH = 50_000
/** Maximum number of list items, table rows and cells in a post, including nested ones. Each is an element on the page. */
export const POST_MAX_LIST_ITEMS = 2000
/** Maximum depth of a post's JSON. A list in a list adds two levels; more is deeper than people can follow. */
export const POST_MAX_LEVELS = 40
/** Maximum number of columns of a table. */
export const TABLE_MAX_COLUMNS = 20
/** Maximum start number of an ordered list. */
export const LIST_START_MAX = 100_000
/** Maximum length of the JSON of an unknown block. */
export const UNKNOWN_BLOCK_MAX_LENGTH = 20_000
/** Maximum length of plug-in data of a block. */
export const TUNES_MAX_LENGTH = 500
/** Maximum text of all blocks of a post, including inline markup. */
export const POST_TEXT_MAX_LENGTH = 100_000
/** Maximum length of the `postContent` JSON. */
export const POST_CONTENT_MAX_LENGTH = 500_000

/** Maximum body in bytes, unless the call sets another limit. */
export const BODY_LIMIT = 64 * 1024
/** Maximum body in bytes with a post. */
export const POST_BODY_LIMIT = 1024 * 1024
/** Maximum body in bytes with word and link lists. */
export const CHECK_RULES_BODY_LIMIT = 512 * 1024

/** Maximum size of a picture. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
/** Number of members shown with a community in lists. */
export const COMMUNITY_FACES_MAX = 5
/** Maximum size of a profile picture or logo. */
export const PROFILE_IMAGE_MAX_BYTES = 1024 * 1024
/** Maximum size of a video or recording. */
export const MEDIA_MAX_BYTES = 500 * 1024 * 1024
export const CAPTIONS_MAX_BYTES = 1024 * 1024
/** Maximum pixels of a picture, or of one frame of an animation. */
export const IMAGE_MAX_PIXELS = 40_000_000
/** Maximum pixels of all frames of an animation. */
export const ANIMATION_MAX_PIXELS = 100_000_000
export const IMAGE_MAX_FRAMES = 300
/** Maximum pixels of all frames of a video: 20 minutes of 1080p at 60 frames per second, or 10 of 4K at 30. */
export const FILM_MAX_PIXELS = 160_000_000_000
/** Exclusive maximum duration of a video. */
export const VIDEO_MAX_MS = 21 * 60 * 1000
/** Exclusive maximum duration of a response. */
export const RESPONSE_MAX_MS = 3 * 60 * 1000
/** Maximum length of an uploaded file's name. */
export const FILENAME_MAX_LENGTH = 200
/** Maximum number of a person's unfinished uploads. */
export const UNFINISHED_UPLOADS_MAX = 20
/** Maximum size of a person's unused uploads. */
export const UNUSED_MEDIA_MAX_BYTES = 2 * 1024 * 1024 * 1024
/** Maximum size of all uploads of a person. */
export const MEMBER_MEDIA_MAX_BYTES = 10 * 1024 * 1024 * 1024
/** Unfinished, failed and unused uploads are removed after this time. */
export const UNUSED_MEDIA_TTL_MS = 24 * 60 * 60 * 1000

export const POLL_MIN_OPTIONS = 2
export const POLL_MAX_OPTIONS = 10
export const POLL_OPTION_MAX_LENGTH = 80
/** How far ahead a poll may close. */
export const POLL_MAX_DURATION_MS = 366 * 24 * 60 * 60 * 1000
/** Voters shown per poll option. */
export const POLL_LAST_VOTERS = 2

/** Maximum length of a ban's reason. */
export const BAN_REASON_MAX_LENGTH = 500
/** Canned reasons: maximum number, and maximum length of their titles and texts. */
export const CANNED_REASONS_MAX = 20
export const CANNED_TITLE_MAX_LENGTH = 60
export const DECISION_REASON_MAX_LENGTH = 500
/** Maximum length of a note about a member. */
export const NOTE_MAX_LENGTH = 1000
/** Maximum number of notes about a member in a community. */
export const NOTES_MAX = 50
/** Options for a ban in days, shortest first; 0 is permanent. */
export const BAN_TIMEFRAMES = [1, 3, 7, 30, 0] as const
/** Options for a time-out in hours. */
export const TIMEOUT_HOURS = [1, 24, 72, 168] as const

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 200
export const EMAIL_MAX_LENGTH = 254

/** Default number of items of a list. */
export const PAGE_SIZE = 20
/** Maximum number of items; larger limits are reduced to it. */
export const PAGE_SIZE_MAX = 100
/** Communities on the first page of their list. */
export const COMMUNITIES_PAGE_SIZE = 10
/** Reports per page. */
export const REPORTS_PAGE_SIZE = 10
/** Maximum number of items in one decision of the moderation queue. */
export const QUEUE_BATCH_MAX = 200
/** Maximum length of an appeal. */
export const APPEAL_MAX_LENGTH = 500
/** Duration of a claim on an item of the moderation queue. */
export const QUEUE_CLAIM_MS = 10 * 60 * 1000
/** Comments on the first page of a post view or embed. */
export const COMMENTS_FIRST_PAGE_SIZE = 10
/** Comments included with a post in a feed. */
export const COMMENT_PREVIEW_SIZE = 5
/** Maximum length of a comment in a feed. */
export const COMMENT_PREVIEW_LENGTH = 160
/** Replies shown under a comment before "more replies". */
export const REPLIES_FIRST_PAGE_SIZE = 5
export const ARTICLE_COUNTS_MAX = 100
/** Maximum number of fragments per request. */
export const FRAGMENTS_MAX = 10
/** Maximum length of a request for fragments. Every proxy accepts an address of this length. */
export const FRAGMENTS_MAX_LENGTH = 6000
/** Maximum number of ids in a request for viewer facts. */
export const VIEWER_FACTS_MAX = 200
/** Maximum number of posts, communities and articles watched by a socket. */
export const WATCH_MAX = 200

/** Maximum length of a search. */
export const SEARCH_QUERY_MAX_LENGTH = 200
/** Maximum number of results per page; larger limits are reduced to it. */
export const SEARCH_LIMIT_MAX = 500
/** Results are counted exactly up to this number. */
export const SEARCH_TOTAL_MAX = 1000

/** Maximum length of a direct message. */
export const MESSAGE_MAX_LENGTH = 399
/** Younger accounts write to few new people, and the links that they send them wait. */
export const NEW_ACCOUNT_MS = 3 * 24 * 60 * 60 * 1000
/** How long a message can be deleted for both people. */
export const MESSAGE_DELETABLE_MS = 5 * 60 * 1000
/** Number of strangers to whom a new account may write per day. */
export const STRANGERS_PER_DAY = 5
/** Maximum number of messages before a reported one that moderators get. */
export const REPORTED_MESSAGES_MAX = 10

/** Maximum number of common communities that a conversation names. */
export const SHARED_COMMUNITIES_MAX = 20
/** Maximum length of a muted word or phrase. */
export const MUTED_WORD_MAX_LENGTH = 60
/** Maximum number of a person's mutes of one kind, and of their blocks. */
export const MUTES_MAX = 500

/** Maximum number of notifications per request. */
export const NOTIFICATIONS_AT_ONCE = 100

/** Entries of a community's lists: maximum number, and maximum length of each. */
export const LIST_ENTRIES_MAX = 500
export const LIST_ENTRY_MAX_LENGTH = 100
/** Number of recent comments on which new lists are tested. */
export const DRY_RUN_COMMENTS = 1000
/** Matching comments shown by the test. */
export const DRY_RUN_EXAMPLES = 6
/** Maximum number of days for which a member can count as new. */
export const NEWCOMER_DAYS_MAX = 30
/** Maximum number of links allowed in a new member's text. */
export const NEWCOMER_LINKS_MAX = 10
/** Options for slow mode: seconds between two posts or comments of a person; 0 is off. */
export const SLOW_MODE_SECONDS = [0, 30, 60, 300, 900] as const
export const STORM_MAX_MS = 7 * 24 * 60 * 60 * 1000
/** Scores from which content may be held. */
export const HOLD_SCORE_MIN = 50

export const RECOMMENDED_WINDOW_MS = 7 * 24 * 60 * 60 * 1000
/** Height in CSS pixels at which long content collapses. */
export const CONTENT_COLLAPSE_PX = 500
/** Moderation scores are shown from this value. */
export const MODERATION_SCORE_SHOWN_FROM = 75

export const ACCESS_TOKEN_TTL_MS = 10 * 60 * 1000
export const REFRESH_TOKEN_TTL_MS = 30 * 24 * 60 * 60 * 1000
/** How long sign-in methods can be changed after reauthentication. */
export const REAUTHENTICATION_TTL_MS = 10 * 60 * 1000
/** Minimum time between changes of a username; the first change is free. */
export const RENAME_INTERVAL_MS = 30 * 24 * 60 * 60 * 1000
/** Validity of a mailed sign-in link or code. */
export const EMAIL_LINK_TTL_MS = 10 * 60 * 1000
/** Validity of a mailed confirmation link. */
export const EMAIL_CONFIRM_TTL_MS = 24 * 60 * 60 * 1000
/**
 * Mails of one kind that an address can receive on request per window: per network or own browser, and `overall` for
 * all networks.
 */
export const EMAIL_ALLOWANCE = { mails: 4, overall: 20, windowMs: 60 * 60 * 1000 } as const
/** Digits of a mailed code. */
export const EMAIL_CODE_LENGTH = 6
/** Wrong guesses of a mailed code in browsers that didn't request it, before it becomes invalid there. */
export const EMAIL_CODE_TRIES = 5
/** Validity of the second-factor challenge after the first factor. */
export const SECOND_FACTOR_TTL_MS = 10 * 60 * 1000
/** Number of recovery codes. */
export const RECOVERY_CODES = 10
export const PASSKEY_NAME_MAX_LENGTH = 60
/** Validity of the link to a data archive. */
export const EXPORT_LINK_TTL_MS = 10 * 60 * 1000
/** Maximum number of archives per day. */
export const EXPORTS_PER_DAY = 3
export const EMBED_CODE_TTL_MS = 60 * 1000
export const APP_CHECK_TTL_MS = 10 * 60 * 1000
/** Sign-in failures of one account from one device or address prefix before the growing delay starts. */
export const SIGN_IN_FREE_FAILURES = 8
export const SIGN_IN_LOCKOUT_MS = 60 * 60 * 1000

/** Allowed actions per window. Accounts younger than a day get a third of them. */
export const RATE_LIMITS = {
  comment: { points: 30, windowMs: 10 * 60 * 1000 },
  post: { points: 10, windowMs: 60 * 60 * 1000 },
  /** Drafts saved during typing: every ten seconds in three tabs. */
  draft: { points: 1200, windowMs: 60 * 60 * 1000 },
  /** Communities created by a person. */
  community: { points: 3, windowMs: 24 * 60 * 60 * 1000 },
  /** Reports per day: enough for a thread full of spam, too few to flood moderators. */
  report: { points: 50, windowMs: 24 * 60 * 60 * 1000 },
  reaction: { points: 60, windowMs: 60 * 1000 },
  /** Direct messages. */
  message: { points: 60, windowMs: 10 * 60 * 1000 },
  signIn: { points: 25, windowMs: 5 * 60 * 1000 },
  mail: { points: 12, windowMs: 30 * 60 * 1000 },
  signUp: { points: 5, windowMs: 30 * 60 * 1000 },
  write: { points: 120, windowMs: 60 * 1000 },
  /** Short links. */
  shortLink: { points: 60, windowMs: 10 * 60 * 1000 },
  /** Started uploads. */
  upload: { points: 120, windowMs: 10 * 60 * 1000 },
  /** External pictures that must be fetched first. */
  picture: { points: 300, windowMs: 60 * 1000 },
  /** Tests of word and link lists on many comments, which take long. */
  listTest: { points: 10, windowMs: 60 * 1000 },
  read: { points: 1200, windowMs: 60 * 1000 },
} as const

export type RateClass = keyof typeof RATE_LIMITS
/** Quotas of members' actions. Refused calls and repeats don't count. */
export type QuotaClass = 'comment' | 'post' | 'draft' | 'report' | 'reaction' | 'community' | 'message'
/** Limits of requests, regardless of their result. */
export type FloodClass = Exclude<RateClass, QuotaClass>
/** New comments are counted up to this number. */
export const NEW_COMMENTS_MAX = 99
/** Maximum number of posts in a thread: a post and the nearest ones that it responds to. */
export const THREAD_MAX_LENGTH = 50

/** How far ahead a reminder may be, in ms. */
export const REMINDER_MAX_MS = 366 * 24 * 60 * 60 * 1000

/** Where to pay a cash-out, and why it is refused. */
export const CASH_OUT_TEXT_MAX_LENGTH = 500
/** Another cashier may take over a claimed request after this. */
export const CASH_OUT_CLAIM_MS = 24 * 60 * 60 * 1000
/** How long the owner can still cancel a claimed request. */
export const CASH_OUT_CANCEL_MS = 3 * 60 * 1000

/** Devices of a person that get push messages. */
export const PUSH_DEVICES_MAX = 20
export const PUSH_ENDPOINT_MAX_LENGTH = 1000
