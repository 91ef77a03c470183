import type { CallOutput } from '@stoa/contract'
import { LockIcon, useTranslate } from '@stoa/ui'
import { OWN_LISTS } from '../../shell/own-lists.tsx'
import { RailLink } from '../../shell/rail/rail-link.tsx'
import { type AuthorTab, authorTabPath } from './author-loader.ts'
import { authorMessages } from './messages.ts'

export interface OwnListsProps {
  slugUrl: string
  /** The current tab. */
  tab: AuthorTab
  /** Number of posts per list; empty until known. */
  counts: Partial<CallOutput<'postOwnCounts'>>
}

/** The lists on one's own page that others don't see. */
export function OwnLists({ slugUrl, tab, counts }: OwnListsProps) {
  const t = useTranslate(authorMessages)
  return (
    <nav className="stoa-app-panel stoa-app-own-lists" aria-labelledby="own-lists">
      <h2 id="own-lists">
        <LockIcon size={16} /> {t('author.own')}
      </h2>
      <ul>
        {OWN_LISTS.map(({ tab: list, Icon }) => (
          <RailLink
            key={list}
            href={authorTabPath(slugUrl, list)}
            path={authorTabPath(slugUrl, tab)}
            icon={<Icon />}
            text={t(`author.${list}`)}
            count={list === 'saved' ? undefined : counts[list]}
          />
        ))}
      </ul>
    </nav>
  )
}
