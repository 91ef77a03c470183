/** The name of a community's side column. */
export const sideOfCommunity = (tokenName: string) => `community ${tokenName}`
/** The name of a post's side column. */
export const sideOfPost = (postId: string) => `post ${postId}`
