import { PERMISSIONS, PostStatus } from '@stoa/contract'
import { createAuthenticator } from '../authenticator.ts'
import { askedOf, codeOf, inBrowser, PASSWORD } from '../factors.ts'
import { startForum } from '../forum.ts'
import { newestMail } from '../mailbox.ts'
import { cookiesOf } from '../repeated-writes.ts'
import { seedCommunity } from '../seed-community.ts'
import { seedReport } from '../seed-report.ts'
import { seed, type TestCommunity } from './permission-scene.ts'

const OWN = 'http://localhost:3000'

/** Two people with everything an account can have. Both are members of the community `home`, only Bea of `away`. */
export type SwapScene = Awaited<ReturnType<typeof startSwapScene>>

export async function startSwapScene() {
  const forum = await startForum()
  const { stoa } = forum
  const { memberships, accounts, sessions } = stoa.app.services
  const newCommunity = async (tokenName: string): Promise<TestCommunity> => {
    const communityId = await seedCommunity(stoa, { tokenName, flairs: ['Topic'] })
    const flair = await stoa.database.read('flairs').where({ community_id: communityId }).first('id')
    const community = { tokenName, communityId, flairId: String(flair?.id), postId: '' }
    const [about] = await seed(stoa, [{ ...seedOf(community, ''), postStatus: 0 }])
    return { ...community, postId: about?.postId ?? '' }
  }
  const communities = { home: await newCommunity('HOME'), away: await newCommunity('AWAY') }

  async function newPerson(username: string, join: string[]) {
    const signedUp = await signUp(username)
    const { token, userId, cookie } = signedUp
    for (const tokenName of join) await stoa.call('communityJoin', { tokenName, join: true }, { token })
    const given = await signUp(`${username}_former`)
    await stoa.call('userForward', { proof: await proofOf(token, given.username), mainAccount: 'this' }, { token })
    return { username, token, cookie, id: userId, mergedId: given.userId, ...(await withPasskey(token)) }
  }
  async function signUp(username: string) {
    const input = { username, email: `${username}@people.example`, password: PASSWORD }
    const { headers, body } = await stoa.call('authSignUp', input)
    const { accessToken: token, userId } = body.payload
    return { username, token, userId, cookie: cookiesOf(headers) }
  }
  /** A proof for merging a person's account into the signed-in one. */
  async function proofOf(token: string, login: string): Promise<string> {
    const proved = await stoa.call('userForwardProve', { login, password: PASSWORD }, { token })
    return proved.body.payload.proof
  }
  /** A new passkey, on a device of its own. */
  async function withPasskey(token: string) {
    const device = createAuthenticator(OWN)
    const { options, challenge } = (await stoa.call('passkeyRegisterOptions', {}, { token })).body.payload
    const input = { challenge, attestation: device.create(options), name: 'A key' }
    const { passkeys } = (await stoa.call('passkeyRegister', input, { token })).body.payload
    return { device, passkeyId: passkeys.at(-1)?.id ?? '' }
  }
  /** A person whose sign-in is waiting for an authenticator or recovery code. */
  async function withFactor(username: string) {
    const { token } = await signUp(username)
    const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
    const { recoveryCodes } = (await stoa.call('totpConfirm', { code: codeOf(secret, stoa.clock.now()) }, { token }))
      .body.payload
    stoa.clock.advance(30_000)
    return {
      token,
      recoveryCodes,
      ...(await withPasskey(token)),
      code: () => codeOf(secret, stoa.clock.now()),
      async asked() {
        const options = { headers: inBrowser() }
        return askedOf((await stoa.call('authSignIn', { login: username, password: PASSWORD }, options)).body)
      },
    }
  }
  /** A person without a password who was mailed a code and a confirmation link. */
  async function byMail(username: string) {
    const email = `${username}@people.example`
    const userId = await accounts.create({ username, email, passwordHash: null })
    const token = (await sessions.begin({ userId, site: '', lasting: true })).signedIn.accessToken
    await stoa.call('authReauthenticateMail', {}, { token })
    const mailedCode = (await newestMail(stoa, email)).code
    await stoa.call('authReauthenticate', { emailCode: mailedCode }, { token })
    await stoa.call('authReauthenticateMail', {}, { token })
    const next = (await newestMail(stoa, email)).code
    await stoa.call('userEmailChange', { email: `new_${email}` }, { token })
    const { secret } = await newestMail(stoa, `new_${email}`)
    return { token, mailedCode: next, mailedToken: secret.get('confirm') ?? '' }
  }

  const ada = await newPerson('ada_swaps', ['HOME'])
  const bea = await newPerson('bea_swaps', ['HOME', 'AWAY'])
  const mod = await stoa.member('mod_swaps', { join: ['HOME'] })
  await memberships.setRole(communities.home.communityId, mod.id, { moderator: true, permissions: [...PERMISSIONS] })
  const scene = {
    forum,
    stoa,
    communities,
    ada,
    bea,
    mod,
    newSession,
    newDevice,
    withPasskey,
    newTicket,
    passkeyChallenge,
    proofOf,
    signUp,
    newPost,
    newEditedPost,
    revisionOf,
    newComment,
    newNotification,
    newDecision,
    newNote,
    factors: { ada: await withFactor('ada_factor'), bea: await withFactor('bea_factor') },
    mailed: { ada: await byMail('ada_mailed'), bea: await byMail('bea_mailed') },
  }
  return scene

  /** Another session of a person. */
  async function newSession(userId: string): Promise<string> {
    const { signedIn } = await sessions.begin({ userId, site: '', lasting: true })
    return String(JSON.parse(Buffer.from(signedIn.accessToken.split('.')[1] ?? '', 'base64url').toString()).sid)
  }
  async function newPost(
    community: TestCommunity,
    publisherId: string,
    { status = PostStatus.published, kind }: { status?: number | undefined; kind?: 'story' | 'community' } = {},
  ) {
    const [made] = await seed(stoa, [
      { ...seedOf(community, publisherId), postStatus: status, hasPoll: true, ...(kind ? { kind } : {}) },
    ])
    return made?.postId ?? ''
  }
  /** A post edited by its author. */
  async function newEditedPost(community: TestCommunity, token: string, edits = 1): Promise<string> {
    const content = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })
    const draft = {
      tokenName: community.tokenName,
      title: 'Edited',
      kind: 'community',
      flairId: community.flairId,
    } as const
    const created = await stoa.call('postCreate', { ...draft, postContent: content('First') }, { token })
    const postId = created.body.payload.post.id
    for (let edit = 1; edit <= edits; edit += 1) {
      await stoa.call('postEdit', { ...draft, postId, postContent: content(`Edit ${edit}`) }, { token })
    }
    return postId
  }
  async function revisionOf(postId: string, token: string): Promise<string> {
    const { items } = (await stoa.call('postRevisionList', { postId }, { token })).body.payload
    return items[0]?.id ?? ''
  }
  function newDevice() {
    return createAuthenticator(OWN)
  }
  /** A ticket that lets a browser link a provider. */
  async function newTicket(token: string): Promise<string> {
    const { body } = await stoa.call('updateAuthProvider', { providerId: 'google', link: true }, { token })
    return new URL(body.payload.url ?? '').searchParams.get('ticket') ?? ''
  }
  /** A passkey challenge for reauthentication, with its response. */
  async function passkeyChallenge({ token, device }: Pick<typeof ada, 'token' | 'device'>) {
    const { passkeyOptions, challenge = '' } = (await stoa.call('authReauthenticateOptions', {}, { token })).body
      .payload
    if (!passkeyOptions) throw new Error('No passkey was asked for.')
    return { challenge, options: passkeyOptions, assertion: device.get(passkeyOptions) }
  }
  /** A comment on a public post, or on the given one. */
  async function newComment(
    community: TestCommunity,
    publisherId: string,
    about: { status?: number; postId?: string } = {},
  ) {
    const { status = 0, postId = community.postId } = about
    const [made] = await seed(stoa, [{ ...seedOf({ ...community, postId }, publisherId), commentStatus: status }])
    return made?.commentId ?? ''
  }
  /** A moderator's note about Ada in a community. */
  async function newNote({ communityId }: TestCommunity, authorId: string): Promise<string> {
    const row = { id: stoa.app.ids.next(), community_id: communityId, user_id: ada.id, author_id: authorId }
    await stoa.database.transaction(({ connection }) =>
      connection('member_notes').insert({ ...row, text: 'Noted', created_at: stoa.clock.now() }),
    )
    return row.id
  }
  /** A logged decision to dismiss a report in a community. */
  async function newDecision({ communityId, tokenName }: TestCommunity): Promise<string> {
    const itemIds = [await seedReport(stoa, { communityId, personId: stoa.app.ids.next() })]
    const { body } = await stoa.call(
      'queueDecide',
      { tokenName, itemIds, decision: 'approve' },
      { token: forum.admin.token },
    )
    return body.payload.decided[0]?.activityId ?? ''
  }
  /** A new notification about a comment on the person's post. */
  async function newNotification(userId: string): Promise<string> {
    const postId = await newPost(communities.home, userId)
    const said = { tokenName: communities.home.tokenName, postId, content: 'Said' }
    await stoa.call('commentCreate', said, { token: mod.token })
    await stoa.app.background.settled()
    const about = { recipient_id: userId, target_id: postId }
    return (await stoa.database.read('notifications').where(about).first())?.id ?? ''
  }
}

function seedOf(community: TestCommunity, publisherId: string) {
  return { community, publisherId, postStatus: 0, commentStatus: null, hasPoll: false } as const
}
