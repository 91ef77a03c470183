/** What becomes of the rows when the person they are about deletes their account. */
type AtDeletion =
  /** They go with the account, in the same moment. */
  | 'removed'
  /** These columns are emptied. */
  | { emptied: readonly string[] }
  /** A domain sees to it, because counters or other rows hang on them. */
  | { by: string }
  /** They stay, with an id that leads to nobody any more. */
  | { stays: string }

/** A column of a table that holds a person's id, or an address of theirs. */
export interface PersonalColumn {
  table: string
  column: string
  /** File of the archive that somebody is given of their data, columns it leaves out and that hold JSON, or why it is in none. */
  archive: { file: string; without?: readonly string[]; json?: readonly string[] } | { none: string }
  /** A column that tells one person's rows apart: the archive is read in its order. Default: id. */
  by?: string
  /** The column holds the id of a row of this table, which is the person's by that column of it. */
  through?: { table: string; column: string }
  /** Of the rows these only. Default: all. */
  only?: Readonly<Record<string, string | number>>
  atDeletion: AtDeletion
}

const SECRET = 'it holds a secret that is good for minutes'
const OTHERS = 'it is what others decided or wrote'
const NO_NAME = 'counts and threads stay right, and nothing in the row names anybody'

/**
 * Where personal data is, all of it: a test compares this with the schema. A new column that holds a person's id or
 * address gets its line here, and with that its place in the archive and in a deletion.
 */
export const PERSONAL_DATA: readonly PersonalColumn[] = [
  {
    table: 'users',
    column: 'id',
    archive: {
      file: 'account',
      without: ['password_hash', 'username_key', 'username_look', 'shown_look', 'email_key', 'pending_email_key'],
      json: ['notification_settings'],
    },
    atDeletion: { by: 'accounts: all but the id is emptied, and the name stays taken' },
  },
  {
    table: 'former_names',
    column: 'user_id',
    archive: { file: 'former-names', without: ['name_hash'] },
    by: 'name_hash',
    atDeletion: { emptied: ['name'] },
  },
  {
    table: 'sessions',
    column: 'user_id',
    archive: { file: 'sessions', without: ['token_hash', 'previous_hash'] },
    atDeletion: 'removed',
  },
  {
    table: 'known_devices',
    column: 'user_id',
    archive: { file: 'known-browsers', without: ['device'] },
    by: 'device',
    atDeletion: 'removed',
  },
  {
    table: 'identities',
    column: 'user_id',
    archive: { file: 'providers', without: ['subject_hash'] },
    by: 'subject_hash',
    atDeletion: 'removed',
  },
  {
    table: 'passkeys',
    column: 'user_id',
    archive: { file: 'passkeys', without: ['credential_hash', 'credential_id', 'public_key'] },
    atDeletion: 'removed',
  },
  {
    table: 'totp_secrets',
    column: 'user_id',
    archive: { none: 'it holds the secret of a second factor' },
    by: 'user_id',
    atDeletion: 'removed',
  },
  {
    table: 'recovery_codes',
    column: 'user_id',
    archive: { none: 'it holds hashes of codes that sign in' },
    by: 'code_hash',
    atDeletion: 'removed',
  },
  { table: 'embed_codes', column: 'user_id', archive: { none: SECRET }, by: 'code_hash', atDeletion: 'removed' },
  { table: 'email_proofs', column: 'user_id', archive: { none: SECRET }, atDeletion: 'removed' },
  {
    table: 'memberships',
    column: 'user_id',
    archive: { file: 'memberships' },
    by: 'community_id',
    atDeletion: { by: 'memberships: left one by one, because members are counted' },
  },
  {
    table: 'community_roles',
    column: 'user_id',
    archive: { file: 'roles' },
    by: 'community_id',
    atDeletion: 'removed',
  },
  {
    table: 'bans',
    column: 'user_id',
    archive: { file: 'bans', without: ['banned_by', 'decision_id'] },
    by: 'community_id',
    atDeletion: 'removed',
  },
  { table: 'bans', column: 'banned_by', archive: { none: OTHERS }, atDeletion: { stays: 'it is about somebody else' } },
  {
    table: 'community_visits',
    column: 'user_id',
    archive: { file: 'visits' },
    by: 'community_id',
    atDeletion: 'removed',
  },
  {
    table: 'posts',
    column: 'publisher_id',
    archive: {
      file: 'posts',
      without: ['hot', 'age_band', 'hidden_by', 'moderation_score'],
      json: ['content', 'hero_image'],
    },
    atDeletion: { by: 'posts: erased, or left without a name; drafts are erased always' },
  },
  {
    table: 'posts',
    column: 'hidden_by',
    archive: { none: OTHERS },
    atDeletion: { stays: 'it names a decision, not a person' },
  },
  {
    table: 'post_revisions',
    column: 'editor_id',
    archive: { file: 'post-revisions', json: ['content'] },
    atDeletion: { by: 'posts: erased with their post' },
  },
  {
    table: 'comments',
    column: 'publisher_id',
    archive: { file: 'comments', without: ['is_listed', 'hidden_by', 'moderation_score'], json: ['mentions'] },
    atDeletion: { by: 'comments: erased, or left without a name' },
  },
  {
    table: 'comment_revisions',
    column: 'comment_id',
    through: { table: 'comments', column: 'publisher_id' },
    archive: { file: 'comment-revisions' },
    atDeletion: { by: 'comments: erased with their comment' },
  },
  {
    table: 'polls',
    column: 'post_id',
    through: { table: 'posts', column: 'publisher_id' },
    archive: { file: 'polls', json: ['options'] },
    by: 'post_id',
    atDeletion: { by: 'posts: erased with their post' },
  },
  { table: 'comments', column: 'hidden_by', archive: { none: OTHERS }, atDeletion: { stays: NO_NAME } },
  {
    table: 'reactions',
    column: 'user_id',
    archive: { file: 'reactions' },
    by: 'entity_id',
    atDeletion: { stays: NO_NAME },
  },
  {
    table: 'reaction_moves',
    column: 'user_id',
    archive: { none: 'the reactions are in it' },
    by: 'move_id',
    atDeletion: { stays: NO_NAME },
  },
  {
    table: 'poll_votes',
    column: 'user_id',
    archive: { file: 'votes' },
    by: 'post_id',
    atDeletion: { stays: NO_NAME },
  },
  {
    table: 'communities',
    column: 'creator_id',
    archive: { file: 'communities-created' },
    atDeletion: { stays: 'the community is its members’' },
  },
  {
    table: 'mod_activities',
    column: 'person_id',
    archive: { file: 'moderation', without: ['actor_id'], json: ['details'] },
    atDeletion: { stays: 'moderators answer for what they decided' },
  },
  {
    table: 'mod_activities',
    column: 'actor_id',
    archive: { file: 'moderation-decided', json: ['details'] },
    atDeletion: { stays: 'moderators answer for what they decided' },
  },
  {
    table: 'content_hides',
    column: 'user_id',
    archive: { none: 'the decision is among those of moderation' },
    atDeletion: { stays: NO_NAME },
  },
  {
    table: 'follows',
    column: 'follower_id',
    archive: { file: 'follows' },
    by: 'followed_id',
    atDeletion: 'removed',
  },
  {
    table: 'follows',
    column: 'followed_id',
    archive: { file: 'followers' },
    by: 'follower_id',
    atDeletion: 'removed',
  },
  {
    table: 'notifications',
    column: 'recipient_id',
    archive: { file: 'notifications', without: ['shown', 'taken_off', 'latest', 'thread_id'] },
    atDeletion: 'removed',
  },
  {
    table: 'notification_causes',
    column: 'recipient_id',
    archive: { file: 'notification-causes', without: ['round', 'nth', 'to_mail', 'mailed'] },
    by: 'cause_id',
    atDeletion: 'removed',
  },
  {
    table: 'notification_causes',
    column: 'actor_id',
    archive: { none: 'it is what others are told of' },
    atDeletion: { stays: NO_NAME },
  },
  {
    table: 'notification_mails',
    column: 'recipient_id',
    archive: { none: 'the notifications are in it' },
    by: 'kind',
    atDeletion: 'removed',
  },
  {
    table: 'mails',
    column: 'user_id',
    archive: { none: 'it is on its way to them' },
    atDeletion: 'removed',
  },
  {
    table: 'notification_looks',
    column: 'user_id',
    archive: { file: 'notifications-viewed' },
    by: 'community_id',
    atDeletion: 'removed',
  },
  {
    table: 'account_merges',
    column: 'user_id',
    archive: { file: 'merged-accounts', without: ['notes'] },
    by: 'user_id',
    atDeletion: 'removed',
  },
  {
    table: 'account_merge_choices',
    column: 'user_id',
    archive: { file: 'reactions-that-gave-way', without: ['kind', 'gave_way'], json: ['choice'] },
    by: 'entity_id',
    only: { kind: 'reaction', gave_way: 1 },
    atDeletion: { by: 'merges: forgotten in batches' },
  },
  {
    table: 'account_merge_choices',
    column: 'user_id',
    archive: { file: 'votes-that-gave-way', without: ['kind', 'gave_way'], json: ['choice'] },
    by: 'entity_id',
    only: { kind: 'vote', gave_way: 1 },
    atDeletion: { by: 'merges: forgotten in batches' },
  },
  { table: 'account_exports', column: 'user_id', archive: { none: SECRET }, by: 'token_hash', atDeletion: 'removed' },
  {
    table: 'account_deletions',
    column: 'user_id',
    archive: { none: 'there is none yet' },
    atDeletion: { stays: 'it proves that the account was deleted' },
  },
]
