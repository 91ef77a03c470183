import type { Community } from '@stoa/contract'
import type { MediaAddresses } from '../media/media-addresses.ts'
import type { CommunityRow, FlairRow } from './repository.ts'

export function presentCommunity(
  row: CommunityRow,
  { flairs, media }: { flairs: FlairRow[]; media: Pick<MediaAddresses, 'picture'> },
): Community {
  return {
    id: row.id,
    tokenName: row.token_name,
    title: row.title,
    about: row.about ?? '',
    creatorID: row.creator_id,
    logoImageURI: media.picture(row.logo_url),
    urlSlug: row.url_slug,
    activeFlairs: flairs.filter((flair) => flair.community_id === row.id).map(({ id, name }) => ({ id, name })),
    numberOfMembers: row.number_of_members,
    totalPosts: row.total_posts,
    approvePosts: Boolean(row.approve_posts),
    postTypes: JSON.parse(row.post_types),
    publishStatus: row.publish_status,
    createdAt: row.created_at,
  }
}
