import './communities.css'
import { communityPath } from '@stoa/contract'
import { useCommunity } from '@stoa/store/react'
import { Avatar, Picture, RelativeTime, translatable, useTranslate, useWritten } from '@stoa/ui'
import { accentStyle } from '../../shell/use-accent.ts'
import { directoryMessages } from './messages.ts'

/** A community's card in the list of communities. */
export function CommunityItem({ tokenName }: { tokenName: string }) {
  const t = useTranslate(directoryMessages)
  const written = useWritten()
  const community = useCommunity(tokenName)
  if (!community) return null
  const { title, about, logoImageURI, bannerImageURI, numberOfMembers, totalPosts, activeAt, faces = [] } = community
  return (
    <li {...accentStyle(community.accent)}>
      <div className="stoa-app-directory-cover">
        {bannerImageURI && (
          <Picture src={bannerImageURI} alt="" width={800} height={200} loading="lazy" decoding="async" />
        )}
      </div>
      <Avatar id={tokenName} name={title} src={logoImageURI} shape="square" />
      <div className="stoa-app-directory-text">
        <a className="stoa-app-list-title" href={communityPath(community)} {...written(title)}>
          {title}
        </a>
        {about && <p {...written(about)}>{about}</p>}
        <p className="stoa-app-muted">
          {translatable(t('community.numbers', { members: numberOfMembers, posts: totalPosts }))}
          {activeAt !== undefined && (
            <>
              {' · '}
              {t.rich('directory.active', { time: <RelativeTime value={activeAt} /> })}
            </>
          )}
        </p>
        {faces.length > 0 && (
          <p className="stoa-app-directory-faces">
            {faces.map(({ userId, displayName, imageUrl }) => (
              <Avatar key={userId} id={userId} name={displayName} src={imageUrl} size="xs" />
            ))}
          </p>
        )}
      </div>
    </li>
  )
}
