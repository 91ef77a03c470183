import { authorPath, type FoundPerson } from '@stoa/contract'
import { Avatar, useTranslate, useWritten } from '@stoa/ui'
import { type SearchAddress, searchPath } from '../../search-paths.ts'
import { Panel } from '../../side/side-panels.tsx'
import { searchMessages } from './messages.ts'

/** People whom the search has found, beside other results. */
export function PeoplePanel({ people, search }: { people: readonly FoundPerson[]; search: SearchAddress }) {
  const t = useTranslate(searchMessages)
  const written = useWritten()
  return (
    <Panel title={t('search.people')} isFirst>
      <ul className="stoa-app-panel-list">
        {people.map(({ user }) => (
          <li key={user.id} className="stoa-app-panel-person">
            <Avatar id={user.id} name={user.displayName} src={user.profileImageUrl} size="s" />
            <span>
              <a href={authorPath(user.slugUrl || user.id)} dir="auto">
                {user.displayName}
              </a>
              <small {...written(user.profileTitle)}>{user.profileTitle || `@${user.username}`}</small>
            </span>
          </li>
        ))}
      </ul>
      <a href={searchPath({ ...search, type: 'people' })}>{t('search.all.many')}</a>
    </Panel>
  )
}

const TIPS = [
  ['"ring the bell"', 'phrase'],
  ['-bridge', 'without'],
  ['from:faye', 'from'],
  ['in:walks', 'in'],
  ['before:2026-05-01', 'before'],
  ['has:video', 'has'],
] as const

/** What a query can contain. */
export function SearchTips({ isFirst }: { isFirst: boolean }) {
  const t = useTranslate(searchMessages)
  return (
    <Panel title={t('search.tips')} isFirst={isFirst}>
      <dl className="stoa-app-search-tips">
        {TIPS.map(([example, meaning]) => (
          <div key={meaning}>
            <dt dir="ltr" translate="no">
              {example}
            </dt>
            <dd>{t(`search.tips.${meaning}`)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
