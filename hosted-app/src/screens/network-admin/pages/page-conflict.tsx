import type { PageDetails, PageText } from '@stoa/contract'
import { PostBlocks, readBlocks } from '@stoa/post-view'
import { Banner, Button, useTranslate, useWritten } from '@stoa/ui'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { pageMessages } from './messages.ts'
import type { MergedPage } from './page-merge.ts'

export interface PageConflictProps {
  theirs: PageDetails
  merged: MergedPage
  /** The group, to focus it. */
  group: RefObject<HTMLDivElement | null>
  onKeep: () => void
  onTake: () => void
}

/** Both sides of what two people have changed. */
export function PageConflict({ theirs, merged, group, onKeep, onTake }: PageConflictProps) {
  const t = useTranslate(pageMessages)
  const written = useWritten()
  useEffect(() => group.current?.focus(), [group])
  const sides = (name: string, their: ReactNode, mine: ReactNode) => (
    <section key={name} aria-label={name}>
      <p>
        <b>{name}</b>
      </p>
      <div className="stoa-app-menu-sides">
        <div>
          <h3>{t('page.conflict.theirs', { author: theirs.author })}</h3>
          {their}
        </div>
        <div>
          <h3>{t('page.conflict.mine')}</h3>
          {mine}
        </div>
      </div>
    </section>
  )
  const content = (text: PageText | undefined) =>
    text ? (
      <>
        <p {...written(text.title)}>{text.title}</p>
        <PostBlocks blocks={readBlocks(text.postContent)} topHeadingLevel={4} />
      </>
    ) : (
      <p className="stoa-app-muted">{t('page.conflict.removed')}</p>
    )
  const { values, languages, isSlugTwofold } = merged
  return (
    <div ref={group} role="group" tabIndex={-1} aria-label={t('page.conflict.title')}>
      <Banner tone="warning" title={t('page.conflict.title')}>
        <p>{t('page.conflict.text')}</p>
        {isSlugTwofold && sides(t('page.slug'), <p dir="ltr">{theirs.slug}</p>, <p dir="ltr">{values.slug}</p>)}
        {languages.map((tag) => sides(tag, content(theirs.texts[tag]), content(values.texts[tag])))}
        <div className="stoa-settings-ways">
          <Button size="s" onClick={onKeep}>
            {t('page.conflict.keep')}
          </Button>
          <Button size="s" onClick={onTake}>
            {t('page.conflict.take')}
          </Button>
        </div>
      </Banner>
    </div>
  )
}
