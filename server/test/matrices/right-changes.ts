import { createHash } from 'node:crypto'
import { type CallName, EMAIL_LINK_TTL_MS, type EventName } from '@stoa/contract'
import { cookiesOf } from '../cookies.ts'
import { PASSWORD } from '../factors.ts'
import { type Forum, PUBLISHER } from '../forum.ts'
import { confirmAddress } from '../mailbox.ts'

/** A person with two sessions. */
interface Watched {
  userId: string
  username: string
  email: string
  /** Of the watched session. */
  token: string
  cookie: string
  /** Another session of the same person. */
  other: { token: string; cookie: string }
}

/** A request, with its expected responses. */
export interface Probe {
  path: string
  body?: object
  /** Error code, or `ok`. */
  before: string
  after: string
}

/** A change of a person's permissions, and the event about it. */
export interface RightChange {
  call: CallName
  /** Setup. Default: none. */
  prepare?(person: Watched): Promise<unknown>
  /** Sends the request that makes the change. */
  send(person: Watched): Promise<Sent> | Sent
  probes(about: { postId: string }): Probe[]
  event: Extract<EventName, 'viewer.changed' | 'session.ended'>
  /** The watched session is valid on a partner's site only. */
  isOfSite?: true
}

interface Sent {
  input: object
  token?: string
  cookie?: string
}

/** Creates an account for `rightChanges`. */
export async function watchedPerson(forum: Forum, username: string, isOfSite: boolean): Promise<Watched> {
  const { stoa } = forum
  const email = `${username}@people.example`
  const signedUp = await stoa.call('authSignUp', { username, email, password: PASSWORD })
  const { accessToken, userId } = signedUp.body.payload
  await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token: accessToken })
  const again = await stoa.call('authSignIn', { login: username, password: PASSWORD })
  return {
    userId,
    username,
    email,
    ...(isOfSite ? await atSite(forum, accessToken) : { token: accessToken, cookie: cookiesOf(signedUp.headers) }),
    other: { token: again.body.payload.accessToken, cookie: cookiesOf(again.headers) },
  }
}

/** Signs a person in on the publisher's page through the frame. */
async function atSite({ stoa }: Forum, token: string): Promise<Pick<Watched, 'token' | 'cookie'>> {
  const codeVerifier = 'v'.repeat(43)
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const { origin } = PUBLISHER
  const { code } = (await stoa.call('authEmbedAuthorize', { origin, codeChallenge }, { token })).body.payload
  const response = await stoa.call('authEmbedRefresh', { origin, action: 'keep', code, codeVerifier })
  return { token: response.body.payload.accessToken ?? '', cookie: cookiesOf(response.headers) }
}

/** Everything that changes a person's permissions or signs them out. A test fails if a call is missing. */
export function rightChanges(forum: Forum): Record<string, RightChange> {
  const { stoa, admin } = forum
  const tokenName = 'FORUM'
  const asAdmin = (input: object): Sent => ({ input, token: admin.token })
  const ban = ({ userId }: Watched, isOn: boolean) => asAdmin({ tokenName, banUserId: userId, ban: isOn })
  const permit = ({ userId }: Watched, pinPost: boolean) =>
    asAdmin({ tokenName, editedUserId: userId, permissions: { pinPost } })
  const makeModerator = ({ userId }: Watched, addModerator: boolean) =>
    asAdmin({ tokenName, editedUserId: userId, addModerator })
  const makePartner = ({ userId }: Watched, approveSell: boolean) =>
    asAdmin({ tokenName, editedUserId: userId, approveSell })
  const by = (call: 'userBan' | 'userPermissions' | 'userEdit', { input }: Sent) =>
    stoa.call(call, input as never, { token: admin.token })

  /** On the write path and through the framework. */
  const writes = (before: string, after: string) => ({
    event: 'viewer.changed' as const,
    probes: ({ postId }: { postId: string }): Probe[] => [
      { path: '/api/comment/create', body: { tokenName, postId, content: 'Still here' }, before, after },
      { path: '/api/post/create', body: { tokenName, title: 'A post', postContent: TEXT }, before, after },
    ],
  })
  const manages = (before: string, after: string) => ({
    event: 'viewer.changed' as const,
    probes: (): Probe[] => [{ path: '/api/communities/FORUM/activity', before, after }],
  })
  const publishes = (before: string, after: string) => ({
    event: 'viewer.changed' as const,
    probes: (): Probe[] => [
      {
        path: '/api/post/create',
        body: { tokenName, title: 'Without a topic', kind: 'story', postContent: TEXT },
        before,
        after,
      },
    ],
  })
  /** Through the framework, on the write path, and with pages cached for visitors. */
  const ended = {
    event: 'session.ended' as const,
    probes: ({ postId }: { postId: string }): Probe[] => [
      { path: '/api/me', before: 'ok', after: 'AUTH_REQUIRED' },
      { path: `/api/comments?type=post&postId=${postId}&limit=20`, before: 'ok', after: 'AUTH_REQUIRED' },
      {
        path: '/api/comment/create',
        body: { tokenName, postId, content: 'Still here' },
        before: 'ok',
        after: 'AUTH_REQUIRED',
      },
    ],
  }
  async function resetLink({ userId, email }: Watched): Promise<string> {
    const proof = { purpose: 'reset', userId, email, goodForMs: EMAIL_LINK_TTL_MS } as const
    await confirmAddress(stoa, email)
    return stoa.database.transaction((tx) => stoa.app.services.emailProofs.makeLink(tx, proof))
  }
  async function mergeProof(from: { token: string }, login: string): Promise<string> {
    const proved = await stoa.call('userForwardProve', { login, password: PASSWORD }, { token: from.token })
    return proved.body.payload.proof
  }

  return {
    'a ban': { call: 'userBan', send: (person) => ban(person, true), ...writes('ok', 'BANNED') },
    'a ban that is lifted': {
      call: 'userBan',
      prepare: (person) => by('userBan', ban(person, true)),
      send: (person) => ban(person, false),
      ...writes('BANNED', 'ok'),
    },
    'a permission given': {
      call: 'userPermissions',
      send: (person) => permit(person, true),
      ...manages('FORBIDDEN', 'ok'),
    },
    'a permission taken': {
      call: 'userPermissions',
      prepare: (person) => by('userPermissions', permit(person, true)),
      send: (person) => permit(person, false),
      ...manages('ok', 'FORBIDDEN'),
    },
    'a new moderator': {
      call: 'userEdit',
      send: (person) => makeModerator(person, true),
      ...manages('FORBIDDEN', 'ok'),
    },
    'a moderator no more': {
      call: 'userEdit',
      prepare: (person) => by('userEdit', makeModerator(person, true)),
      send: (person) => makeModerator(person, false),
      ...manages('ok', 'FORBIDDEN'),
    },
    'a new partner': {
      call: 'userEdit',
      send: (person) => makePartner(person, true),
      ...publishes('FORBIDDEN', 'VALIDATION_FAILED'),
    },
    'a partner no more': {
      call: 'userEdit',
      prepare: (person) => by('userEdit', makePartner(person, true)),
      send: (person) => makePartner(person, false),
      ...publishes('VALIDATION_FAILED', 'FORBIDDEN'),
    },
    'leaving a community': {
      call: 'communityJoin',
      send: ({ token }) => ({ input: { tokenName, join: false }, token }),
      ...writes('ok', 'JOIN_REQUIRED'),
    },
    'signing out': { call: 'authSignOut', send: ({ cookie }) => ({ input: {}, cookie }), ...ended },
    'signing out everywhere': {
      call: 'authSignOut',
      send: ({ other: { cookie } }) => ({ input: { everywhere: true }, cookie }),
      ...ended,
    },
    'a partner’s site, when somebody signs out everywhere': {
      call: 'authSignOut',
      isOfSite: true,
      send: ({ other: { cookie } }) => ({ input: { everywhere: true }, cookie }),
      ...ended,
    },
    'signing out of a partner’s site': {
      call: 'authEmbedRefresh',
      isOfSite: true,
      send: ({ cookie }) => ({ input: { origin: PUBLISHER.origin, action: 'end' }, cookie }),
      ...ended,
    },
    'one session ended from another': {
      call: 'sessionEnd',
      async send({ token, other }) {
        const { items } = (await stoa.call('sessionList', {}, { token })).body.payload
        return { input: { sessionId: items.find(({ current }) => current)?.id }, token: other.token }
      },
      ...ended,
    },
    'all other sessions ended': {
      call: 'sessionEnd',
      send: ({ other }) => ({ input: { others: true }, token: other.token }),
      ...ended,
    },
    'a new password': {
      call: 'authPasswordChange',
      send: ({ other }) => ({ input: { password: `${PASSWORD}2` }, token: other.token }),
      ...ended,
    },
    'a new password by mail': {
      call: 'authPasswordReset',
      send: async (person) => ({ input: { token: await resetLink(person), password: `${PASSWORD}2` } }),
      ...ended,
    },
    'a deletion': {
      call: 'userDelete',
      send: ({ username, other }) => ({ input: { confirm: username }, token: other.token }),
      ...ended,
    },
    'a merge into another account': {
      call: 'userForward',
      async send({ username }) {
        const main = await watchedPerson(forum, `${username}_m`, false)
        return { input: { proof: await mergeProof(main, username), mainAccount: 'this' }, token: main.token }
      },
      ...ended,
    },
    'a merge undone': {
      call: 'userForwardUndo',
      async prepare({ token, username }) {
        const mergedPerson = await watchedPerson(forum, `${username}_g`, false)
        await by('userPermissions', permit(mergedPerson, true))
        await stoa.call(
          'userForward',
          { proof: await mergeProof({ token }, mergedPerson.username), mainAccount: 'this' },
          { token },
        )
      },
      async send({ token }) {
        const { items } = (await stoa.call('userForwarded', {}, { token })).body.payload
        return { input: { forwardedUserId: items[0]?.userId }, token }
      },
      ...manages('ok', 'FORBIDDEN'),
    },
  }
}

const TEXT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words' } }] })
