import {
  ACTIVITY_GROUPS,
  type ActivityGroup,
  authorPath,
  COMMUNITY_QUERY_MAX_LENGTH,
  communityPath,
  errors,
  type FailedJob,
  type Me,
  type NetworkAct,
  type NetworkFile,
  type NetworkOrigin,
  type NetworkPerson,
  type Page,
  RETENTION_KINDS,
} from '@stoa/contract'
import { type AnyTranslate, errorDetails, reasonText, serverText } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Badge, EmptyState, RelativeTime, SelectField, TextField, useI18n, useTranslate, Written } from '@stoa/ui'
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react'
import { NETWORK_ADMIN_PATH } from '../../../paths.ts'
import { PagedList } from '../../../shell/paged-list.tsx'
import { useDebounced } from '../../../shell/use-debounced.ts'
import { logMessages } from '../../community/log/messages.ts'
import { Section } from '../../settings/settings-section.tsx'
import { FailedJobItem } from './failed-jobs.tsx'
import { installationMessages } from './messages.ts'
import { sizeText } from './size-text.ts'

type ListName = 'people' | 'communities' | 'origins' | 'files' | 'mail' | 'log'

interface ListProps<Item> {
  name: ListName
  load: (cursor: string | undefined) => Promise<Page<Item>>
  children: ComponentProps<typeof PagedList<Item>>['children']
}

/** A list with its texts. */
function List<Item>({ name, load, children }: ListProps<Item>) {
  const t = useTranslate(installationMessages)
  return (
    <PagedList
      load={load}
      label={t(`${name}.title`)}
      failed={t(`${name}.failed`)}
      empty={<EmptyState title={t(`${name}.none`)} />}
    >
      {children}
    </PagedList>
  )
}

/** A field whose text filters a list, once typing pauses. */
function useSearch(
  label: string,
  { hint, maxLength = 20 }: { hint?: string; maxLength?: number } = {},
): { query: string; field: ReactNode } {
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed).trim()
  const field = (
    <TextField
      type="search"
      label={label}
      hint={hint}
      value={typed}
      maxLength={maxLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
  return { query, field }
}

/** A row: what it is, and what leads on. */
function Row({ title, text, children }: { title: ReactNode; text: ReactNode; children?: ReactNode }) {
  return (
    <li className="stoa-app-network-row">
      <div className="stoa-app-network-item">
        <p>{title}</p>
        <p className="stoa-app-muted">{text}</p>
      </div>
      {children}
    </li>
  )
}

/** Accounts, with roles and bans: all, or for a domain’s admins those of the domain. */
export function PeopleList({ viewer }: { viewer: Me }) {
  const t = useTranslate(installationMessages)
  const { call } = useStoa().client
  const { query, field } = useSearch(t('people.search'))
  const load = useCallback(
    (cursor: string | undefined) =>
      call('networkPeople', { query: query.replace(/^@/, ''), limit: 30, ...(cursor && { cursor }) }),
    [call, query],
  )
  return (
    <Section id="people" title={t('people.title')} text={viewer.networkAdmin ? undefined : t('people.text')}>
      {field}
      <List<NetworkPerson> key={query} name="people" load={load}>
        {(person) => (
          <Row
            key={person.userId}
            title={
              <>
                <a href={authorPath(person.slugUrl)}>
                  <bdi>{person.displayName || person.username}</bdi>
                </a>{' '}
                <bdi className="stoa-app-muted">@{person.username}</bdi>
              </>
            }
            text={
              <>
                {viewer.networkAdmin && (
                  <>
                    <bdi>{person.email ?? t('people.noEmail')}</bdi> ·{' '}
                  </>
                )}
                {t('people.joined')} <RelativeTime value={person.createdAt} />
              </>
            }
          >
            {person.networkAdmin && <Badge tone="accent">{t('people.networkAdmin')}</Badge>}
            {person.adminDomain !== null && (
              <Badge>{t('people.domainAdmin', { domain: person.adminDomain || 'default' })}</Badge>
            )}
            {person.bans > 0 && <Badge tone="danger">{t('people.bans', { count: person.bans })}</Badge>}
          </Row>
        )}
      </List>
    </Section>
  )
}

/** Communities, with their numbers and settings: all, or for a domain’s admins those that the domain shows. */
export function CommunityList({ viewer }: { viewer: Me }) {
  const t = useTranslate(installationMessages)
  const { call } = useStoa().client
  const { query, field } = useSearch(t('communities.search'), { maxLength: COMMUNITY_QUERY_MAX_LENGTH })
  const load = useCallback(
    (cursor: string | undefined) =>
      call('networkCommunities', { ...(query !== '' && { query }), limit: 30, ...(cursor && { cursor }) }),
    [call, query],
  )
  return (
    <Section
      id="communities"
      title={t('communities.title')}
      text={viewer.networkAdmin ? undefined : t('communities.text')}
    >
      {field}
      <List key={query} name="communities" load={load}>
        {(community: Awaited<ReturnType<typeof load>>['items'][number]) => (
          <Row
            key={community.id}
            title={
              <a href={communityPath(community)}>
                <Written>{community.title}</Written>
              </a>
            }
            text={t('communities.size', { members: community.numberOfMembers, posts: community.totalPosts })}
          >
            <a href={`${NETWORK_ADMIN_PATH}/overview?community=${community.tokenName}`}>{t('communities.numbers')}</a>
            <a href={`/bbs/${community.tokenName}/admin-settings`}>{t('communities.settings')}</a>
          </Row>
        )}
      </List>
    </Section>
  )
}

/** Registered sites. */
export function OriginList() {
  const t = useTranslate(installationMessages)
  const { call } = useStoa().client
  const { query, field } = useSearch(t('origins.search'), { maxLength: 100 })
  const load = useCallback(
    (cursor: string | undefined) => call('networkOrigins', { query, limit: 30, ...(cursor && { cursor }) }),
    [call, query],
  )
  return (
    <Section id="origins" title={t('origins.title')} text={t('origins.text')}>
      {field}
      <List<NetworkOrigin> key={query} name="origins" load={load}>
        {({ origin, tokenName, communityTitle, registeredAt }) => (
          <Row
            key={`${origin} ${tokenName}`}
            title={
              <a href={origin} dir="ltr">
                {origin}
              </a>
            }
            text={
              <>
                {t('origins.registered')} <RelativeTime value={registeredAt} />
              </>
            }
          >
            <a href={`/bbs/${tokenName}/admin-settings`}>
              <Written>{communityTitle}</Written>
            </a>
          </Row>
        )}
      </List>
    </Section>
  )
}

/** Why a file couldn't be processed, in words. */
function fileErrorText(code: string, t: AnyTranslate): string {
  const known = code in errors ? (code as keyof typeof errors) : 'MEDIA_FAILED'
  return serverText({ code: known, message: errors[known].message }, t)
}

/** Uploads of everybody. */
export function FileList() {
  const t = useTranslate(installationMessages)
  const { locale } = useI18n()
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) => call('networkFiles', { limit: 30, ...(cursor && { cursor }) }),
    [call],
  )
  return (
    <Section id="files" title={t('files.title')}>
      <List<NetworkFile> name="files" load={load}>
        {(file) => (
          <Row
            key={file.id}
            title={file.url === '' ? <bdi>{file.filename}</bdi> : <a href={file.url}>{file.filename || file.kind}</a>}
            text={
              <>
                {sizeText(file.bytes, locale)} · <bdi>{file.owner || t('files.nobody')}</bdi> ·{' '}
                <RelativeTime value={file.createdAt} />
              </>
            }
          >
            {file.error !== null && <Badge tone="danger">{fileErrorText(file.error, t)}</Badge>}
          </Row>
        )}
      </List>
    </Section>
  )
}

/** Emails that couldn't be sent. */
export function MailList() {
  const t = useTranslate(installationMessages)
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) => call('networkMail', { limit: 30, ...(cursor && { cursor }) }),
    [call],
  )
  return (
    <Section id="mail" title={t('mail.title')} text={t('mail.text')}>
      <List<FailedJob> name="mail" load={load}>
        {(mail, { remove }) => (
          <FailedJobItem
            key={mail.id}
            job={mail}
            isMail
            className="stoa-app-network-row"
            onRetried={() => remove(mail)}
          />
        )}
      </List>
    </Section>
  )
}

/** What an admin or operator did. An act of a newer server is named by its English text. */
function AdminAct({ act: { act, about, days, actor, detail } }: { act: NetworkAct }) {
  const t = useTranslate(installationMessages)
  const key = `log.act.${act}`
  const kind = RETENTION_KINDS.find((one) => one === about)
  const values = { about, days: days ?? 0, kind: kind ? t(`retention.${kind}`) : about }
  const action = key in installationMessages ? t(key as 'log.act.keeps', values) : detail
  return t(actor === '' ? 'log.operator' : 'log.admin', { action })
}

/** What was decided and changed anywhere. */
export function NetworkLog() {
  const t = useTranslate({ ...logMessages, ...installationMessages })
  const { call } = useStoa().client
  const [group, setGroup] = useState<ActivityGroup | ''>('')
  const { query: community, field } = useSearch(t('log.community'), { hint: t('log.community.hint') })
  const load = useCallback(
    (cursor: string | undefined) =>
      call('networkLog', {
        ...(community !== '' && { community: community.toUpperCase() }),
        ...(group !== '' && { group }),
        limit: 30,
        ...(cursor && { cursor }),
      }).catch((error: unknown) => {
        // Its name isn't typed to the end yet.
        if (errorDetails(error).code !== 'COMMUNITY_NOT_FOUND') throw error
        return { items: [], cursor: null, hasMore: false }
      }),
    [call, community, group],
  )
  return (
    <Section id="log" title={t('log.title')} text={t('log.text')}>
      <div className="stoa-app-network-filter">
        {field}
        <SelectField
          label={t('log.group')}
          value={group}
          options={[
            { value: '', label: t('log.group.all') },
            ...ACTIVITY_GROUPS.map((one) => ({ value: one, label: t(`activity.group.${one}`) })),
          ]}
          onChange={(event) => setGroup(ACTIVITY_GROUPS.find((one) => one === event.currentTarget.value) ?? '')}
        />
      </div>
      <List<NetworkAct> key={`${community} ${group}`} name="log" load={load}>
        {(act) => (
          <Row
            key={act.id}
            title={
              <>
                <b>{act.action === null ? <AdminAct act={act} /> : t(`activity.action.${act.action}`)}</b>{' '}
                {act.tokenName !== '' && <a href={`/bbs/${act.tokenName}`}>{act.tokenName}</a>}
              </>
            }
            text={
              <>
                {act.actor === '' ? t('log.program') : t('log.by', { name: act.actor })}
                {act.person !== '' && ` · ${t('log.about', { name: act.person })}`} · <RelativeTime value={act.at} />
              </>
            }
          >
            {act.action !== null && act.detail !== '' && (
              <span className="stoa-app-muted">
                <Written>{reasonText(act.detail, t)}</Written>
              </span>
            )}
          </Row>
        )}
      </List>
    </Section>
  )
}
