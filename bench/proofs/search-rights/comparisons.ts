import { type CallName, type CallOutput, CommentStatus, containsWord, PostStatus } from '@stoa/contract'
import { requestAsHost } from '../../../server/test/request-as-host.ts'
import { COMMON, COMMUNITIES, call, DOMAIN, type Entry, pick, posts, type Reader, type Run } from './run.ts'

/** Posts and people whose suggestions are compared at once, per reader. */
const SUGGESTED_AT_ONCE = 4

/** Statuses of what its moderators find besides what is published. */
const MODERATED: ReadonlySet<number> = new Set([
  PostStatus.hiddenByAdmin,
  PostStatus.hiddenByDomainAdmin,
  PostStatus.hiddenByCategoryAdmin,
  PostStatus.pending,
  PostStatus.waitingForTranscript,
])

/** Waits until the index has what was written. */
async function indexed({ stoa }: Run): Promise<void> {
  await stoa.app.background.settled()
  await stoa.app.services.searchIndex.settle()
  await stoa.app.services.searchIndex.catchUp()
}

/** A word that an edit removed is found by nobody. */
export async function expectForgotten(run: Run, marker: string, what: string): Promise<void> {
  await indexed(run)
  for (const reader of [...run.readers, ...run.authors]) {
    for (const kind of ['post', 'comment'] as const) {
      if ((await found(run, { reader, kind, query: marker })).size > 0) {
        run.leaks.push(`${what}: ${reader.name} finds ${marker}, which was edited out`)
      }
    }
  }
}

/** Ids that a reader finds. */
async function found(
  { stoa, leaks }: Run,
  { reader, kind, query }: { reader: Reader; kind: Entry['kind']; query: string },
): Promise<Set<string>> {
  const ids = new Set<string>()
  const options = reader.token ? { token: reader.token } : {}
  for (let cursor: string | undefined, total: number | null = null; ; ) {
    const input = { query, sort: 'new' as const, limit: 500, ...(cursor ? { cursor } : {}) }
    const answer =
      kind === 'post'
        ? await stoa.call('searchPosts', input, options)
        : await stoa.call('searchComments', input, options)
    if (answer.status !== 200) throw new Error(`search: ${answer.body.code}`)
    const { items, cursor: next, total: counted } = answer.body.payload
    for (const item of items) ids.add('comment' in item ? item.comment.id : item.post.id)
    total ??= counted
    if (next) {
      cursor = next
      continue
    }
    if (total !== ids.size) leaks.push(`${reader.name} finds ${ids.size} of ${total} for ${query}`)
    return ids
  }
}

interface Reading {
  isReadable: boolean
  status: number
}

/** What a reader gets of an entry. */
async function reading({ stoa }: Run, reader: Reader, entry: Entry): Promise<Reading> {
  const options = reader.token ? { token: reader.token } : {}
  if (entry.kind === 'post') {
    const { status, body } = await stoa.call('postGet', { idOrSlug: entry.id }, options)
    const isReadable = status === 200 && JSON.stringify(body.payload.post).includes(entry.marker)
    return { isReadable, status: isReadable ? body.payload.post.status : -1 }
  }
  const { status, body } = await stoa.call('commentGet', { commentId: entry.id }, options)
  const isReadable = status === 200 && (body.payload.comment.content ?? '').includes(entry.marker)
  return { isReadable, status: isReadable ? body.payload.comment.status : -1 }
}

/** Whether what has this status is in lists that the reader gets. */
const isListed = (reader: Reader, { tokenName }: Entry, status: number) =>
  status === CommentStatus.published || (reader.moderates.includes(tokenName) && MODERATED.has(status))

/** Whether a reader has blocked or muted an entry. */
async function isUnwanted(run: Run, reader: Reader, entry: Entry): Promise<boolean> {
  if (reader.name === 'blocker') return run.blocked.has(entry.authorId)
  if (reader.name !== 'muter') return false
  const { user, word, topic, community, post } = run.muted
  if (user.has(entry.authorId) || post.has(entry.postId)) return true
  if (community.has(run.communityIds[entry.tokenName]) || containsWord([...word], entry.texts)) return true
  const row = await run.stoa.database.read('posts').where({ id: entry.postId }).first('flair_id')
  return topic.has(String(row?.flair_id))
}

/** Whether a reader has blocked or muted an author. */
const isAvoided = (run: Run, reader: Reader, authorId: string) =>
  (reader.name === 'blocker' && run.blocked.has(authorId)) || (reader.name === 'muter' && run.muted.user.has(authorId))

/** Compares what a reader finds of an entry with what the reader may read. */
async function compare(
  run: Run,
  about: { reader: Reader; entry: Entry; isFound: boolean; isIndexed: boolean; when: string },
): Promise<void> {
  const { reader, entry, isFound, isIndexed, when } = about
  const { isReadable, status } = await reading(run, reader, entry)
  const post = run.entries.find(({ id }) => id === entry.postId)
  const above = entry.kind === 'comment' && post ? await reading(run, reader, post) : null
  const isInList =
    isReadable && isListed(reader, entry, status) && (above === null || isListed(reader, entry, above.status))
  const isHidden = await isUnwanted(run, reader, entry)
  const what = `${when}: ${reader.name}, ${entry.kind} ${entry.marker} in ${entry.tokenName}, status ${status}`
  run.comparisons += 1
  if (isFound && (!isInList || isHidden)) {
    // A deletion goes on in between.
    const again = isIndexed ? null : await found(run, { reader, kind: entry.kind, query: entry.marker })
    if (again === null || again.has(entry.id)) run.leaks.push(`found: ${what}`)
  }
  if (isFound || !isIndexed || !isInList || isHidden) return
  // What is under a post that the reader avoids may be found or not.
  if (above !== null && post && isAvoided(run, reader, post.authorId)) return
  // A deleted account stays blocked until its texts have no author.
  if ((reader.name === 'blocker' || reader.name === 'muter') && run.gone.has(entry.authorId)) return
  run.misses.push(`not found: ${what}`)
}

/** Compares some entries right after a change, then when they are indexed. */
export async function compareEntries(run: Run, affected: Entry[], when: string): Promise<void> {
  const entries = affected.slice(-4)
  for (const isIndexed of [false, true]) {
    if (isIndexed) await indexed(run)
    for (const reader of [...run.readers, ...run.authors]) {
      for (const entry of entries) {
        const ids = await found(run, { reader, kind: entry.kind, query: entry.marker })
        await compare(run, { reader, entry, isFound: ids.has(entry.id), isIndexed, when })
      }
    }
  }
}

/** Compares everything, with what a word finds that all texts have. */
export async function compareAll(run: Run, when: string): Promise<void> {
  await indexed(run)
  for (const reader of [...run.readers, ...run.authors]) {
    const ids = {
      post: await found(run, { reader, kind: 'post', query: COMMON }),
      comment: await found(run, { reader, kind: 'comment', query: COMMON }),
    }
    for (const entry of run.entries) {
      await compare(run, { reader, entry, isFound: ids[entry.kind].has(entry.id), isIndexed: true, when })
    }
    await compareDomain(run, { reader, ids, when })
    await compareSuggestions(run, { reader, ids: ids.post, when })
    await comparePeople(run, reader, when)
    await compareCommunities(run, reader, when)
  }
}

/** Makes a call on the domain that shows one community. */
async function onDomain<Name extends CallName>(
  { stoa }: Run,
  { reader, path, input }: { reader: Reader; path: string; input: object },
): Promise<CallOutput<Name>> {
  const headers = {
    host: DOMAIN.host,
    'content-type': 'application/json',
    ...(reader.token ? { authorization: `Bearer ${reader.token}` } : {}),
  }
  const { status, body } = await requestAsHost(stoa, `/api/search/${path}`, {
    headers,
    requestBody: JSON.stringify(input),
  })
  if (status !== 200) throw new Error(`${path} on a domain: ${body.code}`)
  return body.payload as CallOutput<Name>
}

/** On a domain with one community, its texts are found that are found elsewhere, and no others. */
async function compareDomain(
  run: Run,
  { reader, ids, when }: { reader: Reader; ids: Record<Entry['kind'], Set<string>>; when: string },
): Promise<void> {
  const about = { reader, input: { query: COMMON, limit: 500 } }
  const { items } = await onDomain<'searchPosts'>(run, { ...about, path: 'posts' })
  const said = await onDomain<'searchComments'>(run, { ...about, path: 'comments' })
  const here = new Set([...items.map(({ post }) => post.id), ...said.items.map(({ comment }) => comment.id)])
  const isMuted = reader.name === 'muter' && run.muted.community.has(run.communityIds[DOMAIN.tokenName])
  for (const { kind, id, tokenName, marker } of run.entries) {
    run.comparisons += 1
    const isExpected = tokenName === DOMAIN.tokenName && ids[kind].has(id)
    const what = `${when}: ${reader.name}, ${kind} ${marker} on the domain`
    if (here.has(id) && tokenName !== DOMAIN.tokenName) run.leaks.push(`found: ${what}`)
    // There, a muted community is the one that is searched.
    else if (here.has(id) && !isExpected && !isMuted) run.leaks.push(`found: ${what}`)
    else if (!here.has(id) && isExpected) run.misses.push(`not found: ${what}`)
  }
}

/** Titles that are found are suggested, and no others. */
async function compareSuggestions(
  run: Run,
  { reader, ids, when }: { reader: Reader; ids: Set<string>; when: string },
): Promise<void> {
  const titled = posts(run).filter(({ isInTitle }) => isInTitle)
  for (let count = 0; count < SUGGESTED_AT_ONCE; count += 1) {
    const entry = pick(run, titled)
    if (!entry) return
    const suggested = await call({ run, by: reader }, 'searchSuggestions', { query: entry.marker })
    const isSuggested = suggested?.posts.some(({ id }) => id === entry.id) ?? false
    run.comparisons += 1
    const what = `${when}: ${reader.name}, ${entry.marker}`
    if (isSuggested && !ids.has(entry.id)) run.leaks.push(`suggested: ${what}`)
    if (!isSuggested && ids.has(entry.id)) run.misses.push(`not suggested: ${what}`)
  }
}

/** People are found and suggested by their names, but neither those who are gone, nor by former names. */
async function comparePeople(run: Run, reader: Reader, when: string): Promise<void> {
  const named = async (query: string) => {
    const people = await call({ run, by: reader }, 'searchUsers', { query, limit: 100 })
    return new Set(people?.items.map(({ user }) => user.id))
  }
  for (const [id, name] of run.gone) {
    run.comparisons += 1
    if ((await named(name)).has(id)) run.leaks.push(`${when}: ${reader.name} finds ${name}, who is gone`)
  }
  for (const name of run.formerNames.slice(-3)) {
    if ((await named(name)).size > 0) run.leaks.push(`${when}: ${reader.name} finds the former name ${name}`)
  }
  for (const { id, name } of run.authors) {
    for (const query of [name, run.names.get(id) ?? name]) {
      run.comparisons += 1
      const isFound = (await named(query)).has(id)
      const isExpected = !isAvoided(run, reader, id)
      if (isFound !== isExpected) run[isFound ? 'leaks' : 'misses'].push(`${when}: ${reader.name}, person ${query}`)
    }
  }
  // Who is blocked sees what any visitor sees.
  const suggested = await call({ run, by: reader }, 'searchSuggestions', { query: 'blocker' })
  const isSuggested = suggested?.people.some(({ username }) => username === 'blocker') ?? false
  if (!isSuggested) run.misses.push(`not suggested: ${when}: ${reader.name}, blocker`)
}

/** Communities are found unless they are muted; on a domain only its own. */
async function compareCommunities(run: Run, reader: Reader, when: string): Promise<void> {
  for (const tokenName of COMMUNITIES) {
    run.comparisons += 1
    const isMuted = reader.name === 'muter' && run.muted.community.has(run.communityIds[tokenName])
    const found = await call({ run, by: reader }, 'searchCommunities', { query: tokenName })
    const isFound = found?.items.some(({ community }) => community.tokenName === tokenName) ?? false
    if (isFound === isMuted) run[isFound ? 'leaks' : 'misses'].push(`${when}: ${reader.name}, community ${tokenName}`)
    const about = { reader, path: 'communities', input: { query: tokenName } }
    const { items } = await onDomain<'searchCommunities'>(run, about)
    if (items.some(({ community }) => community.tokenName !== DOMAIN.tokenName)) {
      run.leaks.push(`${when}: ${reader.name}, community ${tokenName} on the domain`)
    }
  }
}
