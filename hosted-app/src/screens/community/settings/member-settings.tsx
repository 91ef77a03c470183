import './member-settings.css'
import { type BannedPerson, MEMBER_QUERY_MAX_LENGTH, type Member, PAGE_SIZE_MAX, type Permission } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Button, EmptyState, RoleBadge, SelectField, TextField, UsersIcon, useI18n, useTranslate } from '@stoa/ui'
import { useCallback, useRef, useState } from 'react'
import { PagedList } from '../../../shell/paged-list.tsx'
import { useDebounced } from '../../../shell/use-debounced.ts'
import { BanMark } from '../members/ban-mark.tsx'
import { BannedList } from '../members/banned-people.tsx'
import { MemberMenu } from '../members/member-menu.tsx'
import { memberMessages } from '../members/messages.ts'
import { PersonItem, Since } from '../members/person-item.tsx'
import { memberSettingsMessages } from './messages.ts'

const MEMBER_FILTERS = ['all', 'staff', 'partner', 'banned'] as const
type MemberFilter = (typeof MEMBER_FILTERS)[number]

interface Listed extends Member {
  ban: Pick<BannedPerson, 'until' | 'kind'> | null
  /** A moderator's permissions; owners have all. */
  permissions: readonly Permission[]
}

/** `admin-settings/members`: finds members, and changes their roles, permissions and bans. */
export function MemberSettings({ tokenName }: { tokenName: string }) {
  const t = useTranslate(memberSettingsMessages)
  const [filter, setFilter] = useState<MemberFilter>('all')
  const [typed, setTyped] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const query = useDebounced(typed).replace(/^@/, '')
  const isSearched = filter === 'all' || filter === 'partner'
  return (
    <section className="stoa-app-member-settings" aria-labelledby="members-title">
      <h2 id="members-title">{t('members.title')}</h2>
      <p className="stoa-app-muted">{t('members.text')}</p>
      <div className="stoa-app-member-search">
        <TextField
          ref={search}
          type="search"
          label={t('members.search')}
          maxLength={MEMBER_QUERY_MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            if (!isSearched) setFilter('all')
          }}
        />
        <SelectField
          label={t('members.show')}
          value={filter}
          options={MEMBER_FILTERS.map((value) => ({ value, label: t(`members.show.${value}`) }))}
          onChange={(event) => {
            const next = MEMBER_FILTERS.find((value) => value === event.currentTarget.value) ?? 'all'
            setFilter(next)
            if (next === 'staff' || next === 'banned') setTyped('')
          }}
        />
      </div>
      {filter === 'banned' ? (
        <BannedList tokenName={tokenName} />
      ) : (
        <Found
          key={`${filter} ${query}`}
          tokenName={tokenName}
          type={filter}
          query={query}
          onAll={() => {
            setFilter('all')
            setTyped('')
            search.current?.focus()
          }}
        />
      )}
    </section>
  )
}

interface FoundProps {
  tokenName: string
  type: Exclude<MemberFilter, 'banned'>
  query: string
  /** Shows everyone. */
  onAll: () => void
}

function Found({ tokenName, type, query, onAll }: FoundProps) {
  const t = useTranslate(memberSettingsMessages)
  const { call } = useStoa().client
  const load = useCallback(
    async (cursor: string | undefined) => {
      const page = await call('communityMembers', {
        tokenName,
        type,
        ...(query && type !== 'staff' && { query }),
        ...(cursor && { cursor }),
      })
      const memberIds = page.items.map(({ userId }) => userId).join(',')
      const bans =
        memberIds === '' ? [] : (await call('communityBans', { tokenName, memberIds, limit: PAGE_SIZE_MAX })).items
      const items = page.items.map(async (member): Promise<Listed> => {
        const permissions =
          member.role === 'moderator'
            ? (await call('communityStanding', { tokenName, memberId: member.userId })).standing.permissions
            : []
        return { ...member, ban: bans.find(({ userId }) => userId === member.userId) ?? null, permissions }
      })
      return { ...page, items: await Promise.all(items) }
    },
    [call, tokenName, type, query],
  )
  const empty = (
    <EmptyState
      level={3}
      title={t('members.none')}
      icon={<UsersIcon size={32} />}
      action={<Button onClick={onAll}>{t('members.none.all')}</Button>}
    >
      {t('members.none.text')}
    </EmptyState>
  )
  return (
    <PagedList load={load} label={t('members.list')} failed={t('members.failed')} empty={empty}>
      {(member) => <Row key={member.userId} tokenName={tokenName} member={member} />}
    </PagedList>
  )
}

function Row({ tokenName, member }: { tokenName: string; member: Listed }) {
  const t = useTranslate(memberSettingsMessages)
  const tRight = useTranslate(memberMessages)
  const { locale } = useI18n()
  const [{ ban, role, permissions }, setStanding] = useState<Pick<Listed, 'ban' | 'role' | 'permissions'>>(member)
  const names = permissions.map((permission) => tRight(`permission.${permission}`))
  return (
    <PersonItem
      person={member}
      marks={
        <>
          <RoleBadge role={role} /> {ban && <BanMark until={ban.until} kind={ban.kind} />}
        </>
      }
      about={<Since member={member} />}
      text={names.length > 0 ? t('members.may', { permissions: new Intl.ListFormat(locale).format(names) }) : undefined}
    >
      <MemberMenu
        tokenName={tokenName}
        userId={member.userId}
        name={member.displayName}
        onDecided={(standing) =>
          setStanding({
            ban: standing.ban,
            role: standing.isOwner
              ? 'owner'
              : standing.isModerator
                ? 'moderator'
                : standing.isPartner
                  ? 'partner'
                  : undefined,
            permissions: standing.permissions,
          })
        }
      />
    </PersonItem>
  )
}
