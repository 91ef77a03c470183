import type { Flair } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'
import { Banner, Button, Link, useTranslate } from '@stoa/ui'
import { createPostMessages } from './create-post-messages.ts'
import { toText } from './paragraphs.ts'

export interface PostConflictProps {
  /** The post as it stands there now. */
  post: StoredPost
  /** Address of the post. */
  href: string
  /** Saves what was typed in place of that version. */
  onOverwrite: () => void
  /** Leaves what was typed for that version. */
  onTake: () => void
  /** Goes to the post; what was typed stays on this device. */
  onKeep: () => void
}

/** Says that somebody else has changed the post meanwhile, shows that version, and offers every way on. What was typed stays. */
export function PostConflict({ post, href, onOverwrite, onTake, onKeep }: PostConflictProps) {
  const t = useTranslate(createPostMessages)
  return (
    <Banner tone="warning" title={t('create.conflict.title')}>
      {t('create.conflict.text')}
      <details className="stoa-app-conflict">
        <summary>{t('create.conflict.show')}</summary>
        <OtherVersion post={post} href={href} />
      </details>
      <div className="stoa-app-form-end">
        <Button size="s" variant="primary" onClick={onOverwrite}>
          {t('create.conflict.overwrite')}
        </Button>
        <Button size="s" onClick={onTake}>
          {t('create.conflict.take')}
        </Button>
        <Button size="s" variant="quiet" onClick={onKeep}>
          {t('create.conflict.keep')}
        </Button>
      </div>
    </Banner>
  )
}

function OtherVersion({ post, href }: { post: StoredPost; href: string }) {
  const t = useTranslate(createPostMessages)
  const text = toText(post.postContent ?? '{"blocks":[]}')
  return (
    <div className="stoa-app-conflict-version">
      <strong dir="auto">{post.title}</strong>
      {post.flairs.length > 0 && <span className="stoa-app-muted">{topics(post.flairs)}</span>}
      {text === null ? <p>{t('create.conflict.parts')}</p> : <p dir="auto">{text}</p>}
      {post.pollOptions && (
        <ul>
          {post.pollOptions.map((option) => (
            <li key={option} dir="auto">
              {option}
            </li>
          ))}
        </ul>
      )}
      <Link href={href} external>
        {t('create.conflict.open')}
      </Link>
    </div>
  )
}

function topics(flairs: readonly Flair[]): string {
  return flairs.map(({ name }) => name).join(', ')
}
