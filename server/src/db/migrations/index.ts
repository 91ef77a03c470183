import type { Knex } from 'knex'
import * as accounts from './0001-accounts.ts'
import * as communities from './0002-communities.ts'
import * as posts from './0003-posts.ts'
import * as comments from './0004-comments.ts'
import * as signIn from './0005-sign-in.ts'
import * as feeds from './0006-feeds.ts'
import * as editConflicts from './0007-edit-conflicts.ts'
import * as pollLock from './0008-poll-lock.ts'
import * as articleEvidence from './0009-article-evidence.ts'
import * as outboxAge from './0010-outbox-age.ts'
import * as moreFeeds from './0011-more-feeds.ts'
import * as mails from './0012-mails.ts'
import * as sessionFacts from './0013-session-facts.ts'
import * as emailProofs from './0014-email-proofs.ts'
import * as identities from './0015-identities.ts'
import * as secondFactor from './0016-second-factor.ts'
import * as moderation from './0017-moderation.ts'
import * as identity from './0018-identity.ts'
import * as mergedAccounts from './0028-merged-accounts.ts'
import * as mergingInBatches from './0030-merging-in-batches.ts'
import * as notifications from './0031-notifications.ts'
import * as looksOfNames from './0032-looks-of-names.ts'
import * as listOfBans from './0033-list-of-bans.ts'
import * as referralOfProofs from './0034-referral-of-proofs.ts'
import * as decisionsOnPeople from './0036-decisions-on-people.ts'
import * as mailsOfNews from './0039-mails-of-news.ts'

/** All migrations in order. Immutable once released; each is safe to run again after it was cut off. */
export const migrations: { name: string; up(connection: Knex): Promise<void> }[] = [
  { name: '0001-accounts', up: accounts.up },
  { name: '0002-communities', up: communities.up },
  { name: '0003-posts', up: posts.up },
  { name: '0004-comments', up: comments.up },
  { name: '0005-sign-in', up: signIn.up },
  { name: '0006-feeds', up: feeds.up },
  { name: '0007-edit-conflicts', up: editConflicts.up },
  { name: '0008-poll-lock', up: pollLock.up },
  { name: '0009-article-evidence', up: articleEvidence.up },
  { name: '0010-outbox-age', up: outboxAge.up },
  { name: '0011-more-feeds', up: moreFeeds.up },
  { name: '0012-mails', up: mails.up },
  { name: '0013-session-facts', up: sessionFacts.up },
  { name: '0014-email-proofs', up: emailProofs.up },
  { name: '0015-identities', up: identities.up },
  { name: '0018-identity', up: identity.up },
  { name: '0017-moderation', up: moderation.up },
  { name: '0016-second-factor', up: secondFactor.up },
  { name: '0028-merged-accounts', up: mergedAccounts.up },
  { name: '0030-merging-in-batches', up: mergingInBatches.up },
  { name: '0031-notifications', up: notifications.up },
  { name: '0032-looks-of-names', up: looksOfNames.up },
  { name: '0033-list-of-bans', up: listOfBans.up },
  { name: '0034-referral-of-proofs', up: referralOfProofs.up },
  { name: '0036-decisions-on-people', up: decisionsOnPeople.up },
  { name: '0039-mails-of-news', up: mailsOfNews.up },
]
