import type { UnfinishedUpload } from '@stoa/editor'
import { Banner, Button, useTranslate } from '@stoa/ui'
import { createPostMessages } from './create-post-messages.ts'

export interface UnfinishedFilesProps {
  /** None: renders nothing. */
  uploads: readonly UnfinishedUpload[]
}

/** Says which files keep a post from being published, with ways to go on. */
export function UnfinishedFiles({ uploads }: UnfinishedFilesProps) {
  const t = useTranslate(createPostMessages)
  if (uploads.length === 0) return null
  return (
    <Banner tone="danger" title={t('create.files.title', { count: uploads.length })}>
      <ul className="stoa-app-unfinished">
        {uploads.map(({ id, name, problem, retry, remove }) => (
          <li key={id}>
            <span>
              {!problem?.includes(name) && (
                <>
                  <bdi>{name}</bdi>:{' '}
                </>
              )}
              {problem ?? t('create.files.uploading')}
            </span>
            <span className="stoa-app-unfinished-ways">
              {retry && (
                <Button size="s" aria-label={t('create.files.retry.label', { name })} onClick={retry}>
                  {t('create.files.retry')}
                </Button>
              )}
              <Button size="s" aria-label={t('create.files.remove.label', { name })} onClick={remove}>
                {t('create.files.remove')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
