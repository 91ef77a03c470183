import {
  answersOf,
  linesByState,
  type PermissionRole,
  type PermissionRow,
  ROLES,
  type Subject,
  type Trial,
} from '../../packages/contract/src/fixtures/permission-rows.ts'
import { permissionTable } from '../../packages/contract/src/fixtures/permissions.ts'
import { type Call, type CallName, CommentStatus, calls, PostStatus } from '../../packages/contract/src/index.ts'
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
  viewUserEmail: 'may see members’ e-mail addresses',
  moderator: 'a member with that title, who may at least hide content: without `hideContent` the title goes, too',
  creator:
    'a member who made it: sees how others stand there, its bans and its log, unless banned; is not by that its owner',
  owner: 'has all permissions in the community, and is banned by nobody',
  banned: 'a member whom a ban keeps from writing; permissions rest as long as it lasts',
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
    'Who may make which call about what, as the server’s tests try it over HTTP for every role, state and relation; after ' +
      'each refusal nothing has changed. Errors are explained in [errors.md](errors.md), calls in [calls.md](calls.md).',
    '## Roles',
    table(
      ['role', 'who that is'],
      ROLES.map((role) => [`\`${role}\``, WHO[role]]),
    ),
    'The nine from `approveAdmin` to `viewUserEmail` hold that one permission, as members. Somebody in several roles may what ' +
      'any of them may, and a ban comes before all but the admins’. **In another community** a role is worth nothing: everybody ' +
      `but ${EVERYWHERE.slice(1)
        .map((role) => `\`${role}\``)
        .join(
          ' and ',
        )} is a \`stranger\` there. **A sign-in that is bound to a partner’s site** is refused as \`SITE_BOUND\` ` +
      'by every call that is not marked *site*, whatever the role; `postDelete`, `postPin` and `flairAttach` act from there on ' +
      'threads of that site’s articles only, and on no other post (`SITE_BOUND`). **The actor is always who is signed in**: a body that names ' +
      'somebody else as the actor is an `ACTOR_MISMATCH`.',
    '**Of stories** `hidePremiumContent` gives what `hideContent` gives of other posts: what is said here of posts is tried ' +
      'about both kinds, and where they differ stories have lines of their own.',
    '**Who gives permissions** gives what they hold themselves: the lines *moderator* and *give pinPost* are about `approveAdmin` ' +
      'alone, which is not enough. Somebody who holds `approveAdmin` and `hideContent` makes moderators, and with `pinPost` beside ' +
      '`approveAdmin` gives that.',
    '**A ban** is for nobody who is an owner or an admin there: who is made an owner (`stoa community:owner`) is banned no more, ' +
      'and by merged accounts a ban passes to no owner and no admin. One that there is, is lifted by whoever may ban, also from ' +
      'somebody above.',
    '**Who leaves** keeps what they were given, but it rests until they join again; who has not joined is given nothing ' +
      '(`JOIN_REQUIRED`). Owners and admins need not join to decide; owners and network admins need not to take part.',
    'What one may not see is answered exactly as what never was. *Own*: one’s own, or of an account merged into one’s own.',
    '## Calls that do not depend on roles',
    table(
      ['call', 'who', 'what it is about', ''],
      simple.map(({ name, note, isForAll }) => [
        `\`${name}\``,
        isForAll ? 'anybody' : 'whoever is signed in, about their own account',
        note,
        marks(calls[name]),
      ]),
    ),
    '## Calls that do',
    ...all.flatMap(([name, row]) => (row.who === 'byRole' ? section(name, row) : [])),
  ].join('\n\n')
}

function marks(call: Call): string {
  return call.site ? '*site*' : ''
}

function section(name: CallName, row: Extract<PermissionRow, { who: 'byRole' }>): string[] {
  const call: Call = calls[name]
  const rows = Object.entries(row.trials).flatMap(([words, trial]) => linesOf(words, trial, trial.about ?? row.about))
  return [
    `### ${name}`,
    [`\`${call.method} ${call.path}\``, marks(call)].filter(Boolean).join(' · '),
    table(['', 'about', 'may', 'may not'], rows),
  ]
}

function linesOf(words: string, trial: Trial, subject: Subject): string[][] {
  const relations = [
    ...(trial.own === undefined ? [] : [{ relation: 'own', lines: trial.own }]),
    { relation: trial.own === undefined ? 'any' : 'others’', lines: trial.others },
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
    const answers = answersOf(relation === 'own' ? `visitor:nobody ${line}` : line, 'same')
    const { ok = [], nobody: _, ...refused } = grouped(answers)
    return [
      words,
      [relation, subject === 'community' ? '' : subject, statesInWords(states, subject)].filter(Boolean).join(' '),
      inWords(ok, [...ok, ...Object.values(refused).flat()]),
      refusedInWords(Object.entries(refused), ok.length > 0),
    ]
  })
}

function grouped(answers: Record<PermissionRole, string>): Record<string, PermissionRole[]> {
  const groups: Record<string, PermissionRole[]> = {}
  for (const role of ROLES) groups[answers[role]] = [...(groups[answers[role]] ?? []), role]
  return groups
}

/** The roles by name; where they are most of all, those that are left out. */
function inWords(roles: readonly PermissionRole[], all: readonly PermissionRole[]): string {
  const left = all.filter((role) => !roles.includes(role))
  if (roles.length === 0) return 'nobody'
  if (left.length === 0) return 'everybody'
  return roles.length <= left.length ? named(roles) : `everybody but ${named(left)}`
}

/** Errors with the roles that get them; the most frequent one is for everyone else. */
function refusedInWords(refused: [code: string, roles: PermissionRole[]][], isAllowed: boolean): string {
  const sorted = refused.toSorted(([, one], [, two]) => one.length - two.length)
  const whom = (roles: PermissionRole[], index: number) => {
    const isLast = index === sorted.length - 1
    if (!isLast || roles.length <= 3) return named(roles)
    return isAllowed || sorted.length > 1 ? 'everybody else' : 'everybody'
  }
  return sorted.map(([code, roles], index) => `\`${code}\`: ${whom(roles, index)}`).join('; ')
}

const named = (roles: readonly PermissionRole[]) => roles.map((role) => `\`${role}\``).join(', ')

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
