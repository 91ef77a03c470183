import { type PostVersion, VersionChanges } from '@stoa/post-view'
import type { StoredPost } from '@stoa/store'
import { Banner, Button, Link, useTranslate } from '@stoa/ui'
import { createPostMessages } from './messages.ts'

export interface PostConflictProps {
  /** The current version of the post. */
  post: StoredPost
  /** The version edited here. */
  mine: PostVersion
  /** Address of the post; null for a draft, which is shown on this page. */
  href: string | null
  /** A choice is being processed. */
  busy: boolean
  /** Overwrites that version with the own one. */
  onOverwrite: () => void
  /** Discards the own version. */
  onTake: () => void
  /** Saves the own version as a separate draft; null if not possible. */
  onKeepBoth: (() => void) | null
  /** Opens the post; the own version stays on this device. Null if there is no such page. */
  onKeep: (() => void) | null
}

/** Says that the post was changed elsewhere, shows the differences, and offers all options. The own version stays. */
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
