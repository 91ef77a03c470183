import { feed } from '@stoa/store'
import { useList, usePost } from '@stoa/store/react'
import { RelativeTime, useTranslate, useWritten } from '@stoa/ui'
import { useEffect } from 'react'
import { createPostPath } from '../../../paths.ts'
import { createPostMessages } from '../messages.ts'

/** The drafts in a community of somebody who can't write there now, to read; nothing if there are none. */
export function KeptDrafts({ tokenName }: { tokenName: string }) {
  const t = useTranslate(createPostMessages)
  const { ids, reload } = useList(feed({ type: 'userDraft', tokenName }), { load: false })
  // Drafts may have been published or saved since the list was loaded.
  useEffect(() => reload(), [reload])
  if (ids.length === 0) return null
  return (
    <section className="stoa-app-drafts" aria-labelledby="own-drafts">
      <h2 id="own-drafts">{t('create.drafts')}</h2>
      <ul>
        {ids.map((id) => (
          <KeptDraft key={id} id={id} />
        ))}
      </ul>
    </section>
  )
}

function KeptDraft({ id }: { id: string }) {
  const t = useTranslate(createPostMessages)
  const written = useWritten()
  const post = usePost(id)
  return (
    post && (
      <li>
        <div className="stoa-app-draft">
          <a className="stoa-app-list-title" href={`${createPostPath(post)}/${id}`} {...written(post.title)}>
            {post.title || t('create.untitled')}
          </a>
          <span className="stoa-app-muted">
            <RelativeTime value={post.createdAt} />
          </span>
        </div>
      </li>
    )
  )
}
