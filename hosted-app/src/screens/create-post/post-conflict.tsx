import { type PostVersion, VersionChanges } from '@stoa/post-view'
import type { StoredPost } from '@stoa/store'
import { Banner, Button, Link, useTranslate } from '@stoa/ui'
import { createPostMessages } from './create-post-messages.ts'

export interface PostConflictProps {
  /** The post as it stands there now. */
  post: StoredPost
  /** What was typed here. */
  mine: PostVersion
  /** Address of the post; null for a draft, which is what is on this page. */
  href: string | null
  /** A choice is on its way. */
  busy: boolean
  /** Saves what was typed in place of that version. */
  onOverwrite: () => void
  /** Leaves what was typed for that version. */
  onTake: () => void
  /** Makes what was typed a draft of its own; null: it can't be. */
  onKeepBoth: (() => void) | null
  /** Goes to the post; what was typed stays on this device. Null: there is no such page. */
  onKeep: (() => void) | null
}

/** Says that the post has been changed somewhere else meanwhile, shows how the versions differ, and offers every way on. What was typed stays. */
export function PostConflict(props: PostConflictProps) {
  const { post, mine, href, busy, onOverwrite, onTake, onKeepBoth, onKeep } = props
  const t = useTranslate(createPostMessages)
  const theirs = { title: post.title, postContent: post.postContent ?? '{"blocks":[]}' }
  return (
    <Banner tone="warning" title={t('create.conflict.title')}>
      {t('create.conflict.text')}
      <details className="stoa-app-conflict">
        <summary>{t('create.conflict.show')}</summary>
        <div className="stoa-app-conflict-version">
          <p className="stoa-app-muted">
            {t.rich('create.conflict.legend', {
              theirs: <del>{t('create.conflict.theirs')}</del>,
              mine: <ins>{t('create.conflict.mine')}</ins>,
            })}
          </p>
          <VersionChanges before={theirs} after={mine} />
          {href !== null && (
            <Link href={href} external>
              {t('create.conflict.open')}
            </Link>
          )}
        </div>
      </details>
      <div className="stoa-app-form-end">
        <Button size="s" variant="primary" busy={busy} onClick={onOverwrite}>
          {t('create.conflict.overwrite')}
        </Button>
        <Button size="s" disabled={busy} onClick={onTake}>
          {t('create.conflict.take')}
        </Button>
        {onKeepBoth && (
          <Button size="s" disabled={busy} onClick={onKeepBoth}>
            {t('create.conflict.both')}
          </Button>
        )}
        {onKeep && (
          <Button size="s" variant="quiet" onClick={onKeep}>
            {t('create.conflict.keep')}
          </Button>
        )}
      </div>
    </Banner>
  )
}
