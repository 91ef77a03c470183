/** Every number of the product that server and browsers share. Times are milliseconds, sizes bytes, lengths Unicode code points. */

/** Longest comment or reply. */
export const COMMENT_MAX_LENGTH = 2000
/** Characters of the nonce that names a new comment for the page that wrote it. */
export const COMMENT_NONCE_MAX_LENGTH = 64
export const POST_TITLE_MAX_LENGTH = 200
export const COMMUNITY_TITLE_MAX_LENGTH = 40
export const COMMUNITY_ABOUT_MAX_LENGTH = 2000
/** Rules of one community. */
export const COMMUNITY_RULES_MAX = 15
export const COMMUNITY_RULE_TITLE_MAX_LENGTH = 100
export const COMMUNITY_RULE_TEXT_MAX_LENGTH = 500
export const DISPLAY_NAME_MAX_LENGTH = 60
export const PROFILE_TITLE_MAX_LENGTH = 120
export const PROFILE_ABOUT_MAX_LENGTH = 2000
/** How long after it is confirmed a community changes hands: done within three minutes. */
export const OWNERSHIP_TRANSFER_MS = 150 * 1000
/** Characters of the address of a picture, film or recording, as browsers send it. */
export const MEDIA_URL_MAX_LENGTH = 2000
/** Characters of the address of somebody's picture. */
export const PROFILE_IMAGE_MAX_LENGTH = 500
/** What a community is called in addresses beside its token name. */
export const COMMUNITY_SLUG_MAX_LENGTH = 40
/** What is looked for in the list of communities. */
export const COMMUNITY_QUERY_MAX_LENGTH = 80
/** Orders of the list of communities. */
export const COMMUNITY_SORTS = ['members', 'activity', 'newest', 'name'] as const
export type CommunitySort = (typeof COMMUNITY_SORTS)[number]
export const COMMUNITY_LOGO_MAX_LENGTH = 500
export const SLUG_MAX_LENGTH = 80
/** Pinned posts of one community. */
export const PINNED_POSTS_MAX = 3
/** How far ahead a post may be scheduled. */
export const SCHEDULE_MAX_AHEAD_MS = 30 * 24 * 60 * 60 * 1000
/** A story is long enough to be syndicated with this many characters or blocks. */
export const SYNDICATION_MIN = { characters: 500, blocks: 3 } as const
/** Free text of a reason. */
export const REASON_TEXT_MAX_LENGTH = 70
/** Topics of one community. */
export const FLAIRS_MAX = 10
export const FLAIR_NAME_MAX_LENGTH = 30
/** Blocks in one post. */
export const POST_MAX_BLOCKS = 500
/** Text of one block, inline markup included. */
export const BLOCK_TEXT_MAX_LENGTH = 50_000
/** Items of all lists of one post, nested ones too: each is an element of the page. */
export const POST_MAX_LIST_ITEMS = 2000
/** Largest number that an ordered list may begin with. */
export const LIST_START_MAX = 100_000
/** Characters of the JSON of a block whose type is not known. */
export const UNKNOWN_BLOCK_MAX_LENGTH = 20_000
/** Characters of what an editor's plug-ins say of a block. */
export const TUNES_MAX_LENGTH = 500
/** Text of all blocks of one post, inline markup included. */
export const POST_TEXT_MAX_LENGTH = 100_000
/** The whole `postContent` JSON string. */
export const POST_CONTENT_MAX_LENGTH = 500_000

/** Bytes of the largest body, unless the call names another limit. */
export const BODY_LIMIT = 64 * 1024
/** Bytes of the largest body that holds a post. */
export const POST_BODY_LIMIT = 1024 * 1024
/** Bytes of the largest body that holds word and address lists. */
export const CHECK_RULES_BODY_LIMIT = 512 * 1024

/** Bytes of the largest picture. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
/** Bytes of the largest profile picture or logo. */
export const PROFILE_IMAGE_MAX_BYTES = 1024 * 1024
/** Bytes of the largest video or recording. */
export const MEDIA_MAX_BYTES = 500 * 1024 * 1024
export const CAPTIONS_MAX_BYTES = 1024 * 1024
/** Pixels of a picture, or of one frame of an animation. */
export const IMAGE_MAX_PIXELS = 40_000_000
/** Pixels of all frames of an animation. */
export const ANIMATION_MAX_PIXELS = 100_000_000
export const IMAGE_MAX_FRAMES = 300
/** A video is shorter than this. */
export const VIDEO_MAX_MS = 21 * 60 * 1000
/** A response is shorter than this. */
export const RESPONSE_MAX_MS = 3 * 60 * 1000
/** Characters of the name of an uploaded file. */
export const FILENAME_MAX_LENGTH = 200
/** Uploads of one person that have begun and not ended. */
export const UNFINISHED_UPLOADS_MAX = 20
/** Bytes of one person's uploads that nothing shows yet. */
export const UNUSED_MEDIA_MAX_BYTES = 2 * 1024 * 1024 * 1024
/** Uploads that have not ended, failed, or are shown by nothing are removed after this time. */
export const UNUSED_MEDIA_TTL_MS = 24 * 60 * 60 * 1000

export const POLL_MIN_OPTIONS = 2
export const POLL_MAX_OPTIONS = 10
export const POLL_OPTION_MAX_LENGTH = 80
/** How far ahead a poll may close. */
export const POLL_MAX_DURATION_MS = 366 * 24 * 60 * 60 * 1000
/** Voters shown beside a poll option. */
export const POLL_LAST_VOTERS = 2

/** Why somebody is banned. */
export const BAN_REASON_MAX_LENGTH = 500
/** Days that a ban may last; 0: always. */
export const BAN_TIMEFRAMES = [0, 1, 3, 7] as const

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 200
export const EMAIL_MAX_LENGTH = 254

/** Items of a list when no limit is asked for. */
export const PAGE_SIZE = 20
/** A larger fetch limit is clamped to this. */
export const PAGE_SIZE_MAX = 100
/** Reports that moderators get at a time. */
export const REPORTS_PAGE_SIZE = 10
/** Items of the moderation queue that one decision may be about. */
export const QUEUE_BATCH_MAX = 200
/** Characters of an appeal. */
export const APPEAL_MAX_LENGTH = 500
/** How long an item of the moderation queue is claimed. */
export const QUEUE_CLAIM_MS = 10 * 60 * 1000
/** Comments on the first page of a post view or embed. */
export const COMMENTS_FIRST_PAGE_SIZE = 10
/** Comments that a post brings along in a feed. */
export const COMMENT_PREVIEW_SIZE = 5
/** Characters of a comment in a feed. */
export const COMMENT_PREVIEW_LENGTH = 160
/** Replies shown under a comment before "more replies". */
export const REPLIES_FIRST_PAGE_SIZE = 5
export const ARTICLE_COUNTS_MAX = 100
/** Fragments that one request may ask for. */
export const FRAGMENTS_MAX = 10
/** Characters of a request for fragments: every proxy passes a longer address on. */
export const FRAGMENTS_MAX_LENGTH = 6000
/** Ids that one viewer-facts request may name. */
export const VIEWER_FACTS_MAX = 200
/** Posts, communities and articles that one socket may watch. */
export const WATCH_MAX = 200

/** Notifications that one request may name. */
export const NOTIFICATIONS_AT_ONCE = 100

/** Words, phrases and addresses on a community's lists, and characters of each. */
export const LIST_ENTRIES_MAX = 500
export const LIST_ENTRY_MAX_LENGTH = 100
/** Comments that new lists are tried on before they are saved. */
export const DRY_RUN_COMMENTS = 1000
/** Matching comments that the trial shows. */
export const DRY_RUN_EXAMPLES = 20
/** Days for which somebody can count as new. */
export const NEWCOMER_DAYS_MAX = 30
/** Links that somebody new may be allowed in one text. */
export const NEWCOMER_LINKS_MAX = 10
/** Seconds between two posts or comments of one person in slow mode; 0: it is off. */
export const SLOW_MODE_SECONDS = [0, 30, 60, 300, 900] as const
export const STORM_MAX_MS = 7 * 24 * 60 * 60 * 1000
/** Scores from which content may be held. */
export const HOLD_SCORE_MIN = 50
/** Posts and comments whose findings one request may ask for. */
export const FINDINGS_AT_ONCE = 100

export const RECOMMENDED_WINDOW_MS = 7 * 24 * 60 * 60 * 1000
/** Height in CSS pixels at which long content collapses. */
export const CONTENT_COLLAPSE_PX = 500
/** Moderation scores show beside content from here. */
export const MODERATION_SCORE_SHOWN_FROM = 75

export const ACCESS_TOKEN_TTL_MS = 10 * 60 * 1000
export const REFRESH_TOKEN_TTL_MS = 30 * 24 * 60 * 60 * 1000
/** For how long somebody who has proved who they are may change how they sign in. */
export const REAUTHENTICATION_TTL_MS = 10 * 60 * 1000
/** How long a username stays before it may be changed again; the first change is free. */
export const RENAME_INTERVAL_MS = 30 * 24 * 60 * 60 * 1000
/** For how long a mailed link or code signs in. */
export const EMAIL_LINK_TTL_MS = 10 * 60 * 1000
/** For how long a mailed link confirms an address. */
export const EMAIL_CONFIRM_TTL_MS = 24 * 60 * 60 * 1000
/**
 * Mails of one kind that one address gets on demand in a time: so many by requests of one network, or of a browser of its
 * owner's, and `overall` by those of all networks.
 */
export const EMAIL_ALLOWANCE = { mails: 4, overall: 20, windowMs: 60 * 60 * 1000 } as const
/** Digits of a mailed code. */
export const EMAIL_CODE_LENGTH = 6
/** Guesses of one mailed code in browsers that have not asked for it, before it is good for nothing there. */
export const EMAIL_CODE_TRIES = 5
/** For how long the second factor is asked for after the first proof. */
export const SECOND_FACTOR_TTL_MS = 10 * 60 * 1000
/** Codes that stand in for a lost device. */
export const RECOVERY_CODES = 10
export const PASSKEY_NAME_MAX_LENGTH = 60
/** For how long the link to an archive of somebody's data is good. */
export const EXPORT_LINK_TTL_MS = 10 * 60 * 1000
/** Archives that somebody is given in a day. */
export const EXPORTS_PER_DAY = 3
export const EMBED_CODE_TTL_MS = 60 * 1000
export const APP_CHECK_TTL_MS = 10 * 60 * 1000
/** Sign-in failures of one account from one device or address prefix before the growing delay starts. */
export const SIGN_IN_FREE_FAILURES = 8
export const SIGN_IN_LOCKOUT_MS = 60 * 60 * 1000

/** Allowed actions per window. Accounts younger than a day get a third. */
export const RATE_LIMITS = {
  comment: { points: 30, windowMs: 10 * 60 * 1000 },
  post: { points: 10, windowMs: 60 * 60 * 1000 },
  /** Drafts that are saved while somebody types: every ten seconds in three tabs. */
  draft: { points: 1200, windowMs: 60 * 60 * 1000 },
  /** Communities that somebody founds. */
  community: { points: 3, windowMs: 24 * 60 * 60 * 1000 },
  /** Of any content: enough for a thread full of spam, too few to flood moderators. */
  report: { points: 30, windowMs: 60 * 60 * 1000 },
  reaction: { points: 60, windowMs: 60 * 1000 },
  signIn: { points: 25, windowMs: 5 * 60 * 1000 },
  mail: { points: 12, windowMs: 30 * 60 * 1000 },
  signUp: { points: 5, windowMs: 30 * 60 * 1000 },
  write: { points: 120, windowMs: 60 * 1000 },
  /** Files whose upload begins. */
  upload: { points: 120, windowMs: 10 * 60 * 1000 },
  /** Pictures hosted elsewhere that have to be fetched first. */
  picture: { points: 300, windowMs: 60 * 1000 },
  read: { points: 1200, windowMs: 60 * 1000 },
} as const

export type RateClass = keyof typeof RATE_LIMITS
/** Allowances of what members do; a refused call and the repeat of one that was done cost nothing. */
export type QuotaClass = 'comment' | 'post' | 'draft' | 'report' | 'reaction' | 'community'
/** Allowances of requests, whatever comes of them. */
export type FloodClass = Exclude<RateClass, QuotaClass>
/** Posts that a thread shows at most: a post, and the nearest of those that it answers. */
export const THREAD_MAX_LENGTH = 50
