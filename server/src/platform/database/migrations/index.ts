import type { Knex } from 'knex'
import * as platform from './0001-platform.ts'
import * as accounts from './0002-accounts.ts'
import * as signIn from './0003-sign-in.ts'
import * as communities from './0004-communities.ts'
import * as posts from './0005-posts.ts'
import * as comments from './0006-comments.ts'
import * as articles from './0007-articles.ts'
import * as notifications from './0008-notifications.ts'
import * as saves from './0009-saves.ts'

/** All migrations in order. Immutable once released; each is safe to run again after it was cut off. */
export const migrations: { name: string; up(connection: Knex): Promise<void> }[] = [
  { name: '0001-platform', up: platform.up },
  { name: '0002-accounts', up: accounts.up },
  { name: '0003-sign-in', up: signIn.up },
  { name: '0004-communities', up: communities.up },
  { name: '0005-posts', up: posts.up },
  { name: '0006-comments', up: comments.up },
  { name: '0007-articles', up: articles.up },
  { name: '0008-notifications', up: notifications.up },
  { name: '0009-saves', up: saves.up },
]
