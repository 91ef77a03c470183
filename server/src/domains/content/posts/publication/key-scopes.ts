import { type KeyScope, limitedToScopes, type Me } from '@stoa/contract'
import type { PostRow } from '../repository.ts'

const listed = (scopes: string) => scopes.split(' ') as KeyScope[]

/** The scopes of the viewer's API key as a row stores them. Empty: the viewer is signed in. */
export const keyScopesOf = ({ keyScopes }: Me): string => keyScopes?.join(' ') ?? ''

/**
 * The same after an edit of a post that is published later. A key adds its limits, since its text is published. A person
 * doesn't lift them: only scheduling anew does.
 */
export function keyScopesAfterEdit({ key_scopes: former }: Pick<PostRow, 'key_scopes'>, { keyScopes }: Me): string {
  if (!keyScopes || former === '') return former || (keyScopes?.join(' ') ?? '')
  return listed(former)
    .filter((scope) => keyScopes.includes(scope))
    .join(' ')
}

/** Whose rights apply when a job publishes the post: the author's, but none that the key which scheduled it lacks. */
export function laterAuthor(author: Me, { key_scopes: scopes }: Pick<PostRow, 'key_scopes'>): Me {
  return scopes === '' ? author : limitedToScopes(author, listed(scopes))
}
