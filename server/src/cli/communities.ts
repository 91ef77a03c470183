import { type Community, httpUrl, PAGE_SIZE_MAX, RESERVED_WORDS, TOKEN_NAME } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { Argument, InvalidArgumentError } from 'commander'
import { OPERATOR } from '../domains/moderation/moderation/index.ts'
import type { Site } from '../domains/people/partner-origins/index.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Commands } from './commands.ts'
import { actionCommand, listCommand, printList, printResult, type ResultOptions } from './results.ts'

export function addCommunityCommands({ program, run, say, complain }: Commands): void {
  actionCommand(program, 'community:owner', 'Make a user an owner of a community; there may be several.')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<name>', 'username')
    .option('--remove', 'take the role away')
    .action((tokenName: string, name: string, { json, remove = false }: ResultOptions & { remove?: boolean }) =>
      run(async ({ app }) => {
        const community = await app.services.communities.require(tokenName)
        const [user] = await app.services.accounts.profilesByUsername([name])
        if (!user) throw new DomainError('USER_NOT_FOUND')
        const wasBanned = await app.services.bans.setOwner({ tokenName, personId: user.id, owner: !remove })
        const lifted = 'The ban is lifted, and what was hidden with it is shown again: owners are banned by nobody.'
        printResult(
          {
            say,
            json,
            result: { username: name, community: community.tokenName, owner: !remove, unbanned: wasBanned },
          },
          `${name} is ${remove ? 'no' : 'an'} owner of ${community.tokenName}.`,
          ...(wasBanned ? [lifted] : []),
        )
        return 0
      }),
    )

  actionCommand(program, 'community:create', 'Make a community. Give it an owner with community:owner.')
    .argument('<community>', 'token name: 5 to 7 capital letters, such as GARDEN', tokenNameOf)
    .argument('<title>', 'such as "Garden talk"', titleOf)
    .option('--about <text>', 'what it is about', aboutOf)
    .option('--approve-posts', 'posts wait until a moderator approves them')
    .action((tokenName: string, title: string, { json, about = '', approvePosts = false }: CommunityOptions) =>
      run(async ({ app }) => {
        const { communities } = app.services
        if ((await communities.existing([tokenName])).length > 0) {
          complain(`There is a community ${tokenName} already.`)
          return 1
        }
        const urlSlug = tokenName.toLowerCase()
        const community = { tokenName, title, about, approvePosts, urlSlug, creatorId: '' }
        await communities.assertDistinct({ tokenName, title })
        const id = await communities.create(community)
        printResult(
          { say, json, result: { id, tokenName, title, about, approvePosts } },
          `${tokenName} is made. It has no owner yet: stoa community:owner ${tokenName} <name>`,
        )
        return 0
      }),
    )

  const edit = actionCommand(program, 'community:edit', 'Change what a community is called, is about, or asks for.')
  edit
    .argument('<community>', 'token name, such as FORUM; it stays')
    .option('--title <title>', 'such as "Garden talk"', titleOf)
    .option('--about <text>', 'what it is about; empty: nothing is said', aboutOf)
    .option('--approve-posts', 'posts wait until a moderator approves them')
    .option('--no-approve-posts', 'posts appear at once; those that wait go on waiting')
    .action((tokenName: string, { json, ...change }: CommunityOptions) => {
      if (Object.keys(change).length === 0) edit.error('error: name what is to change')
      return run(async ({ app }) => {
        const { community } = await app.services.communityEdits.edit(OPERATOR, { tokenName, ...change })
        const { title, about, approvePosts } = community
        printResult(
          { say, json, result: { tokenName: community.tokenName, title, about, approvePosts } },
          `${community.tokenName} is called “${title}”; ${approvePosts ? 'posts wait for approval' : 'posts appear at once'}.`,
          about === '' ? 'It says nothing of itself.' : `It is about: ${about}`,
        )
        return 0
      })
    })

  listCommand(program, 'community:list', 'List the communities, most members first.').action(
    ({ json }: ResultOptions) =>
      run(async ({ app }) => {
        const communities: Community[] = []
        let cursor: string | undefined
        do {
          const page = await app.services.communities.list({ limit: PAGE_SIZE_MAX, cursor })
          communities.push(...page.items)
          cursor = page.cursor ?? undefined
        } while (cursor !== undefined)
        const rows = communities.map(({ tokenName, title, numberOfMembers, totalPosts }) => {
          return { tokenName, title, numberOfMembers, totalPosts }
        })
        printList({ say, json, rows }, ({ tokenName, title, numberOfMembers, totalPosts }) => [
          ...[tokenName, title, `${numberOfMembers} members`, `${totalPosts} posts`],
        ])
        return 0
      }),
  )

  listCommand(program, 'origin:list', 'List the origins whose pages may embed a community.')
    .argument('[community]', 'token name; default: all communities')
    .action((name: string | undefined, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { communities, partnerOrigins } = app.services
        const only = name === undefined ? null : (await communities.require(name)).id
        const originRows = await partnerOrigins.list(only)
        const facts = await communities.factsById(originRows.map(({ communityId }) => communityId))
        const rows = originRows.map(({ communityId, origin, registeredAt }) => {
          return { origin, community: facts.get(communityId)?.tokenName ?? '', registeredAt }
        })
        printList({ say, json, rows }, ({ origin, community, registeredAt }) => [
          ...[origin, community, new Date(registeredAt).toISOString()],
        ])
        return 0
      }),
    )

  actionCommand(
    program,
    'origin:remove',
    'No longer let pages of an origin embed a community. What was written there stays.',
  )
    .argument('<community>', 'token name, such as FORUM')
    .argument('<origin>', 'such as https://news.example', webAddress)
    .action((community: string, address: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { id, tokenName } = await app.services.communities.require(community)
        const { origin } = new URL(address)
        const isRemoved = await app.services.partnerOrigins.remove(id, origin)
        printResult(
          { say, json, result: { origin, community: tokenName, removed: isRemoved } },
          `${origin} ${isRemoved ? 'is no longer' : 'was not'} registered with ${tokenName}.`,
        )
        return isRemoved ? 0 : 1
      }),
    )

  actionCommand(program, 'origin:add', 'Let pages of an origin embed a community.')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<origin>', 'such as https://news.example', webAddress)
    .action((community: string, address: string, { json }: ResultOptions) =>
      run(async ({ app }) => {
        const { id, tokenName } = await app.services.communities.require(community)
        const origin = await app.services.partnerOrigins.register(id, address)
        printResult(
          { say, json, result: { origin, community: tokenName } },
          `${origin} is registered with ${tokenName}.`,
        )
        return 0
      }),
    )

  actionCommand(program, 'origin:site', 'Set the name and icon that stand beside articles of an origin.')
    .argument('<community>', 'token name, such as FORUM')
    .argument('<origin>', 'such as https://news.example', webAddress)
    .option('--name <text>', 'name of the site; empty: as its pages say')
    .option('--icon <address>', 'address of its icon; empty: as its pages say')
    .action((community: string, address: string, { json, name, icon }: ResultOptions & Partial<Site>) =>
      run(async ({ app, database }) => {
        const { communities, partnerOrigins } = app.services
        const { id, tokenName } = await communities.require(community)
        const { origin } = new URL(address)
        if (icon && !httpUrl(icon)) throw new InvalidArgumentError('An icon is an http or https address.')
        const isSet = await database.transaction(async (tx) => {
          const isThere = await partnerOrigins.setSite(tx, { communityId: id, origin }, { name: name?.trim(), icon })
          if (isThere) await communities.tellChanged(tx, id)
          return isThere
        })
        if (!isSet) {
          complain(`${origin} is not registered with ${tokenName} (origin:add).`)
          return 1
        }
        const [site] = await partnerOrigins.sitesOf([{ communityId: id, url: origin }])
        printResult(
          { say, json, result: { origin, community: tokenName, ...site } },
          `${origin} is shown as ${site?.name}.`,
        )
        return 0
      }),
    )

  const extension = actionCommand(
    program,
    'origin:extension',
    'Take foo and foo.html of an origin for one article, or for two.',
  )
  extension
    .argument('<community>', 'token name, such as FORUM')
    .argument('<origin>', 'such as https://news.example', webAddress)
    .addArgument(new Argument('<choice>', 'one article or two').choices(['ignore', 'keep']))
    .action((community: string, address: string, choice: 'ignore' | 'keep') =>
      run(async ({ app }) => {
        const { origin, host } = new URL(address)
        const { id, tokenName } = await app.services.communities.require(community)
        const { partnerOrigins, articleKeeping } = app.services
        if (!(await partnerOrigins.isRegisteredBy(id, origin))) {
          complain(`${origin} is not registered with ${tokenName} (origin:add).`)
          return 1
        }
        // Before the rule applies, while both addresses still have their own aliases.
        const merged = choice === 'ignore' ? await articleKeeping.uniteHtml({ tokenName, host }) : 0
        await partnerOrigins.setIgnoresHtml(id, origin, choice === 'ignore')
        printResult(
          { say, json: extension.opts<ResultOptions>().json, result: { origin, community: tokenName, choice, merged } },
          choice === 'ignore'
            ? `foo and foo.html are one article on ${origin}; ${merged} threads were merged.`
            : `foo and foo.html are two articles on ${origin}. What is one thread by now stays one.`,
        )
        return 0
      }),
    )
}

interface CommunityOptions extends ResultOptions {
  title?: string
  about?: string
  approvePosts?: boolean
}

function tokenNameOf(name: string): string {
  if (TOKEN_NAME.test(name) && !RESERVED_WORDS.has(name.toLowerCase())) return name
  throw new InvalidArgumentError('A token name has 5 to 7 capital letters and is no word that an address begins with.')
}

const { title: titleSchema, about: aboutSchema } = calls.communityEdit.input.shape

const titleOf = (text: string) => checked(text, titleSchema)
const aboutOf = (text: string) => checked(text, aboutSchema)

function checked(text: string, schema: typeof titleSchema | typeof aboutSchema): string {
  const { data, error } = schema.safeParse(text)
  if (error) throw new InvalidArgumentError(error.issues[0]?.message ?? '')
  return data ?? ''
}

function webAddress(address: string): string {
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' }
  // Covers the encoded form `%2a`, too.
  if (address.includes('*') || hostname.includes('*')) {
    throw new InvalidArgumentError('It stands for many origins; register each one by its own name.')
  }
  if (/^https?:$/.test(protocol)) return address
  throw new InvalidArgumentError('An origin looks like https://news.example.')
}
