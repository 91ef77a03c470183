import '../settings/member-settings.css'
import { canReportOf, communityPath, MEMBER_QUERY_MAX_LENGTH, type Member, type Standing } from '@stoa/contract'
import type { ListQuery } from '@stoa/store'
import { useCommunity, useList, useManages, useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { Button, ButtonLink, EmptyState, RoleBadge, TextField, UsersIcon, useTranslate } from '@stoa/ui'
import { useCallback, useRef, useState } from 'react'
import { ListEnd } from '../../../shell/list-parts.tsx'
import { PagedList } from '../../../shell/paged-list.tsx'
import { useDebounced } from '../../../shell/use-debounced.ts'
import { firstMembers } from '../community-tab-loader.ts'
import { BanMark } from './ban-mark.tsx'
import { MemberMenu } from './member-menu.tsx'
import { memberMessages } from './messages.ts'
import { PersonItem, Since } from './person-item.tsx'
import { ReportMember } from './report-member.tsx'
import { type Ban, useBans } from './use-bans.ts'
import { useDecidesAbout } from './use-decides-about.ts'

interface Kind {
  tokenName: string
  type: 'all' | 'partner'
}

/** Members or partners of a community, with search. */
export function MemberList({ tokenName, type, list }: Kind & { list: ListQuery }) {
  const t = useTranslate(memberMessages)
  const community = useCommunity(tokenName)
  const [typed, setTyped] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const query = useDebounced(typed).replace(/^@/, '')
  const kind = type === 'partner' ? 'partners' : 'members'
  if (useList(list).ids.length === 0) {
    return (
      <EmptyState
        title={t(`community.${kind}.empty`)}
        icon={<UsersIcon size={32} />}
        action={
          community !== undefined &&
          community.totalPosts > 0 && <ButtonLink href={communityPath(community)}>{t('community.toPosts')}</ButtonLink>
        }
      >
        {t(`community.${kind}.empty.text`)}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="stoa-app-member-search">
        <TextField
          ref={search}
          type="search"
          label={t(`community.${kind}.search`)}
          maxLength={MEMBER_QUERY_MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {query === '' ? (
        <Listed tokenName={tokenName} type={type} list={list} />
      ) : (
        <Found
          key={query}
          tokenName={tokenName}
          type={type}
          query={query}
          onAll={() => {
            setTyped('')
            search.current?.focus()
          }}
        />
      )}
    </>
  )
}

function Listed({ tokenName, type, list }: Kind & { list: ListQuery }) {
  const { ids } = useList(list)
  const members = useStoaState((state) => state.members)
  const listed = ids.flatMap((id) => members[id] ?? [])
  const rowProps = useRows(
    tokenName,
    listed.map(({ userId }) => userId),
  )
  return (
    <>
      <ul className="stoa-app-list stoa-app-members">
        {listed.map((member) => (
          <Row key={member.userId} {...rowProps(member)} />
        ))}
      </ul>
      <ListEnd list={list} first={firstMembers(type)} />
    </>
  )
}

/** `onAll`: shows everyone. */
function Found({ tokenName, type, query, onAll }: Kind & { query: string; onAll: () => void }) {
  const t = useTranslate(memberMessages)
  const { call } = useStoa().client
  const [userIds, setUserIds] = useState<readonly string[]>([])
  const load = useCallback(
    async (cursor: string | undefined) => {
      const page = await call('communityMembers', { tokenName, type, query, ...(cursor && { cursor }) })
      setUserIds((before) => [...new Set([...before, ...page.items.map(({ userId }) => userId)])])
      return page
    },
    [call, tokenName, type, query],
  )
  const rowProps = useRows(tokenName, userIds)
  const empty = (
    <EmptyState
      title={t('community.members.none')}
      icon={<UsersIcon size={32} />}
      action={<Button onClick={onAll}>{t('community.members.none.all')}</Button>}
    >
      {t('community.members.none.text')}
    </EmptyState>
  )
  return (
    <PagedList load={load} label={t('community.members')} failed={t('community.members.failed')} empty={empty}>
      {(member) => <Row key={member.userId} {...rowProps(member)} />}
    </PagedList>
  )
}

/** Props of the rows of some people, with their bans for those who manage the community. */
function useRows(tokenName: string, userIds: readonly string[]): (member: Member) => RowProps {
  const isManaging = useManages(tokenName)
  const { bans, onDecided } = useBans({ tokenName, userIds, isAsked: isManaging })
  return (member) => ({ tokenName, member, onDecided, ban: bans[member.userId] ?? null })
}

interface RowProps {
  tokenName: string
  member: Member
  ban: Ban | null
  onDecided: (standing: Standing) => void
}

function Row({ tokenName, member, ban, onDecided }: RowProps) {
  const t = useTranslate(memberMessages)
  const viewer = useViewer() ?? null
  const { clock } = useStoa()
  const { userId, displayName: name } = member
  const decides = useDecidesAbout(tokenName, userId)
  const points = member.reputation && t('community.members.reputation', { points: member.reputation })
  return (
    <PersonItem
      person={member}
      marks={
        <>
          <RoleBadge role={member.role ?? (member.isPartner ? 'partner' : undefined)} />{' '}
          {ban && <BanMark until={ban.until} kind={ban.kind} />}
        </>
      }
      about={
        <>
          <Since member={member} />
          {points && ` · ${points}`}
        </>
      }
    >
      {decides && <MemberMenu tokenName={tokenName} userId={userId} name={name} onDecided={onDecided} />}
      {!decides && canReportOf(viewer, { tokenName, userId }, clock()).allowed && (
        <ReportMember tokenName={tokenName} userId={userId} name={name} />
      )}
    </PersonItem>
  )
}
