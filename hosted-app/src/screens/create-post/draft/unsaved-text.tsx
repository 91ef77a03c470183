import { PostBlocks, readBlocks } from '@stoa/post-view'
import type { StoredPost } from '@stoa/store'
import { useTranslate, useWritten } from '@stoa/ui'
import { createPostMessages } from '../messages.ts'
import { isEmptyForm } from '../post-form.ts'
import { usePostDraft } from './use-post-draft.ts'

export interface KeptTextProps {
  tokenName: string
  /** The draft or post that was being written; null for a new one. */
  post?: StoredPost | null
  /** Storage key of a new post. Default: that of posts that aren't anonymous. */
  name?: string
}

/** Unsaved text of somebody who may no longer continue it, to read and copy. Renders nothing if there is none. */
export function KeptText({ tokenName, post = null, name }: KeptTextProps) {
  const t = useTranslate(createPostMessages)
  const written = useWritten()
  const { form } = usePostDraft(tokenName, post, name ? { name } : {})
  if (isEmptyForm(form)) return null
  return (
    <section className="stoa-app-kept" aria-labelledby="kept-text">
      <h2 id="kept-text">{t('create.kept')}</h2>
      <p className="stoa-app-muted">{t(post ? 'create.kept.saved' : 'create.kept.text')}</p>
      <div className="stoa-app-kept-text">
        {form.title && <h3 {...written(form.title)}>{form.title}</h3>}
        <PostBlocks blocks={readBlocks(JSON.stringify(form.document))} topHeadingLevel={4} />
        {form.poll && (
          <ul>
            {form.poll.options.filter(Boolean).map((option) => (
              <li key={option} {...written(option)}>
                {option}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
