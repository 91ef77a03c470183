import {
  linesByState,
  type PermissionRole,
  type PermissionRow,
  ROLES,
  responsesOf,
  type Subject,
  type Trial,
} from '../../packages/contract/src/fixtures/permission-rows.ts'
import { permissionTable } from '../../packages/contract/src/fixtures/permissions.ts'
import { type CallName, CommentStatus, PostStatus } from '../../packages/contract/src/index.ts'
import { type Call, calls, scopeOf } from '../../packages/contract/src/schemas/index.ts'
import { table } from './table.ts'

const WHO: Record<PermissionRole, string> = {
  visitor: 'nobody is signed in',
  stranger: 'signed in, has not joined the community, or has left it: what they were given there rests',
  member: 'has joined it',
  partner: 'a member who publishes stories',
  approveAdmin: 'may give permissions that they hold themselves, and with `hideContent` make moderators',
  banUser: 'may ban people from the community',
  whitelistUser: 'may make partners',
  blockChat: 'locks and unlocks comments of posts, and comments where they are locked',
  editBBS: 'changes the settings and topics of the community',
  hideContent: 'hides, restores and approves posts and comments',
  hidePremiumContent: 'the same for stories',
  pinPost: 'pins posts',
  viewUserEmail:
    'may see the email addresses of members who were told so when they joined; granted by network admins, and not part of owning',
  moderator: 'a member with that title, who may at least hide content: without `hideContent` the title goes, too',
  creator:
    'a member who made it: sees how others stand there, its bans and its log, unless banned; is not by that its owner',
  owner: 'has all permissions in the community, and is banned by nobody',
  banned: 'a member whom a ban keeps from writing; permissions rest as long as it lasts',
  sectionAdmin:
    'has `banUser`, `hideContent`, `hidePremiumContent` and `pinPost` in the communities of a section; what they hide only ' +
    'they and admins above them restore',
  domainAdmin: 'has all permissions in all communities of the domain; what they hide only admins restore',
  networkAdmin: 'has all permissions everywhere',
}

const EVERYWHERE: readonly PermissionRole[] = ['visitor', 'domainAdmin', 'networkAdmin']

/** `docs/permissions.md`: the permission table. */
export function permissionsPage(): string {
  const all = Object.entries(permissionTable) as [CallName, PermissionRow][]
  const simple = all.flatMap(([name, row]) =>
    row.who === 'byRole' ? [] : [{ name, note: row.note, isForAll: row.who === 'anybody' }],
  )
  return [
    '# Permissions',
    'Who may make which call about what. The server’s tests verify every role, state and relation over HTTP, and that ' +
      'refusals change nothing. Errors are explained in [errors.md](errors.md), calls in [calls.md](calls.md).',
    '## Roles',
    table(
      ['role', 'meaning'],
      ROLES.map((role) => [`\`${role}\``, WHO[role]]),
    ),
    'The nine from `approveAdmin` to `viewUserEmail` are members with that one permission. Several roles add up, and a ' +
      'ban overrides all but the admins’. **In another community** roles don’t count: everyone ' +
      `but ${EVERYWHERE.slice(1)
        .map((role) => `\`${role}\``)
        .join(' and ')} is a \`stranger\` there. **A sign-in on a partner’s site** is refused as \`SITE_BOUND\` ` +
      'by every call not marked *site*, whatever the role. What moderators do there is limited to threads of that site’s ' +
      'articles and to the authors of comments in them, and only their own decisions can be undone ' +
      '([embedding](embedding.md#moderating-in-an-article)). **The actor is always the signed-in person**: a body that names ' +
      'another actor is an `ACTOR_MISMATCH`.',
    '**An API key** acts as its owner, with the rights that they have at that moment. It makes only the calls marked ' +
      '*key*, and needs that scope for them; all others are refused as `KEY_SCOPE`. Without the scopes `moderate` and ' +
      '`administer` it has no roles in communities, and without `administer` none in sections, domains and the network.',
    '**For stories** `hidePremiumContent` allows what `hideContent` allows for other posts: lines about posts are tested ' +
      'with both kinds, and where they differ stories have their own lines.',
    '**Granting permissions** requires having them: the lines *moderator* and *give pinPost* are about `approveAdmin` ' +
      'alone, which is not enough. `approveAdmin` with `hideContent` can appoint moderators, and with `pinPost` can grant ' +
      'that.',
    '**Owners and admins can’t be banned**: making somebody an owner (`stoa community:owner`) lifts a ban, and merging ' +
      'accounts doesn’t pass one to an owner or admin. Everyone who may ban may lift a ban, also of people above ' +
      'them.',
    '**After leaving**, permissions are suspended until the person joins again; non-members can’t be granted any ' +
      '(`NOT_A_MEMBER`). Owners and admins need not join to moderate; owners and network admins need not to take part.',
    'Content one may not see gets the same response as content that never existed. *Own* includes accounts merged into one’s own.',
    '## Calls that do not depend on roles',
    table(
      ['call', 'who', 'what it is about', ''],
      simple.map(({ name, note, isForAll }) => [
        `\`${name}\``,
        isForAll ? 'everyone' : 'signed-in people, for their own account',
        note,
        marks(name),
      ]),
    ),
    '## Calls that do',
    ...all.flatMap(([name, row]) => (row.who === 'byRole' ? section(name, row) : [])),
  ].join('\n\n')
}

function marks(name: CallName): string {
  const call: Call = calls[name]
  const scope = scopeOf(name)
  return [...(call.site ? ['*site*'] : []), ...(scope === null ? [] : [`*key: ${scope}*`])].join(' · ')
}

function section(name: CallName, row: Extract<PermissionRow, { who: 'byRole' }>): string[] {
  const call: Call = calls[name]
  const rows = Object.entries(row.trials).flatMap(([words, trial]) => linesOf(words, trial, trial.about ?? row.about))
  return [
    `### ${name}`,
    [`\`${call.method} ${call.path}\``, marks(name)].filter(Boolean).join(' · '),
    table(['', 'about', 'may', 'may not'], rows),
  ]
}

function linesOf(words: string, trial: Trial, subject: Subject): string[][] {
  const relations = [
    ...(trial.self === undefined ? [] : [{ relation: 'own', lines: trial.self }]),
    { relation: trial.self === undefined ? 'any' : 'others’', lines: trial.others },
  ]
  const all = subject === 'post' ? (['post', 'story'] as const) : [subject]
  return all.flatMap((one) => relations.flatMap((about) => linesAbout(words, one, about)))
}

function linesAbout(
  words: string,
  subject: Subject,
  { relation, lines }: { relation: string; lines: Trial['others'] },
): string[][] {
  const asPosts = new Set(linesByState(lines, 'post').map(({ line }) => line))
  const byLine = new Map<string, number[]>()
  for (const { state, line } of linesByState(lines, subject)) {
    if (subject === 'story' && asPosts.has(line)) continue
    byLine.set(line, [...(byLine.get(line) ?? []), ...(state === null ? [] : [state])])
  }
  return [...byLine].map(([line, states]) => {
    const responses = responsesOf(relation === 'own' ? `visitor:nobody ${line}` : line, 'same')
    const { ok = [], nobody: _, ...refused } = grouped(responses)
    return [
      words,
      [relation, subject === 'community' ? '' : subject, statesInWords(states, subject)].filter(Boolean).join(' '),
      inWords(ok, [...ok, ...Object.values(refused).flat()]),
      refusedInWords(Object.entries(refused), ok.length > 0),
    ]
  })
}

function grouped(responses: Record<PermissionRole, string>): Record<string, PermissionRole[]> {
  const groups: Record<string, PermissionRole[]> = {}
  for (const role of ROLES) groups[responses[role]] = [...(groups[responses[role]] ?? []), role]
  return groups
}

/** Lists the roles, or the excluded ones if those are fewer. */
function inWords(roles: readonly PermissionRole[], all: readonly PermissionRole[]): string {
  const otherRoles = all.filter((role) => !roles.includes(role))
  if (roles.length === 0) return 'nobody'
  if (otherRoles.length === 0) return 'everybody'
  return roles.length <= otherRoles.length ? roleNames(roles) : `everybody but ${roleNames(otherRoles)}`
}

/** Errors with the roles that get them; the most frequent one is for everyone else. */
function refusedInWords(refused: [code: string, roles: PermissionRole[]][], isAllowed: boolean): string {
  const sorted = refused.toSorted(([, one], [, two]) => one.length - two.length)
  const whom = (roles: PermissionRole[], index: number) => {
    const isLast = index === sorted.length - 1
    if (!isLast || roles.length <= 3) return roleNames(roles)
    return isAllowed || sorted.length > 1 ? 'everybody else' : 'everybody'
  }
  return sorted.map(([code, roles], index) => `\`${code}\`: ${whom(roles, index)}`).join('; ')
}

const roleNames = (roles: readonly PermissionRole[]) => roles.map((role) => `\`${role}\``).join(', ')

function statesInWords(states: number[], subject: Subject): string {
  const names = subject === 'comment' ? CommentStatus : PostStatus
  const count = Object.keys(names).length
  if (states.length === 0 || states.length === count) return ''
  const wordOf = (state: number) => Object.entries(names).find(([, value]) => value === state)?.[0] ?? ''
  return `(${states
    .toSorted((one, two) => one - two)
    .map((state) => `${state} ${wordOf(state)}`)
    .join(', ')})`
}
