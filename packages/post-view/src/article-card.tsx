import { httpUrl, type PostSummary } from '@stoa/contract'
import { ExternalIcon, Picture, useTranslate, useWritten } from '@stoa/ui'
import { postViewMessages } from './messages.ts'
import { FIRST } from './post-hero.tsx'

export interface ArticleCardProps {
  /** The post of the article's thread. */
  post: Pick<PostSummary, 'title' | 'excerpt' | 'heroImage' | 'articleUrl' | 'articleSite'>
}

/** A link to a partner's article, with its picture, description and site. */
export function ArticleCard({ post: { title, excerpt, heroImage, articleUrl, articleSite } }: ArticleCardProps) {
  const t = useTranslate(postViewMessages)
  const written = useWritten()
  const address = httpUrl(articleUrl ?? '')
  if (!address) return null
  return (
    <a className="stoa-article-card" href={address.href}>
      {heroImage && (
        // Not lazy, as it is what the reader sees first.
        <Picture
          className="stoa-article-card-image"
          src={heroImage.url}
          alt=""
          width={16}
          height={10}
          decoding="async"
          {...FIRST}
        />
      )}
      <span className="stoa-article-card-text">
        <span className="stoa-article-card-description" {...written(excerpt || title)}>
          {excerpt || title}
        </span>
        <span className="stoa-article-card-foot">
          {articleSite && articleSite.iconUrl !== '' && (
            <Picture className="stoa-article-card-icon" src={articleSite.iconUrl} alt="" width={20} height={20} />
          )}
          <span className="stoa-article-card-site" {...written(articleSite?.name ?? '')}>
            {articleSite?.name ?? address.hostname.replace(/^www\./, '')}
          </span>
          <span className="stoa-article-card-read">
            {t('post.article')} <ExternalIcon size={14} />
          </span>
        </span>
      </span>
    </a>
  )
}
