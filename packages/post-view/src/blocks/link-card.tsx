import { Picture, useWritten } from '@stoa/ui'

export interface LinkCardProps {
  /** An http(s) address. */
  link: string
  /** Title of the page; empty: its address. */
  title: string
  /** A short description of the page; empty: none. */
  description: string
  /** A picture of the page; null: none. */
  image: string | null
}

/** A link to another page with its metadata. */
export function LinkCard({ link, title, description, image }: LinkCardProps) {
  const written = useWritten()
  const url = new URL(link)
  const host = url.hostname.replace(/^www\./, '')
  return (
    <a className="stoa-link-card" href={link} target="_blank" rel="nofollow ugc noopener noreferrer">
      <span className="stoa-link-card-text">
        <span className="stoa-link-card-title" {...written(title)}>
          {title.trim() || host + (url.pathname === '/' ? '' : url.pathname)}
        </span>
        {description.trim() !== '' && (
          <span className="stoa-link-card-description" {...written(description)}>
            {description}
          </span>
        )}
        <span className="stoa-link-card-host">{host}</span>
      </span>
      {image !== null && (
        <Picture
          className="stoa-link-card-image"
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          width={160}
          height={120}
        />
      )}
    </a>
  )
}
