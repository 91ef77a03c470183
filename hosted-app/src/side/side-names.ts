/** The name of the column beside a community's screens. */
export const sideOfCommunity = (tokenName: string) => `community ${tokenName}`
/** The name of the column beside a post. */
export const sideOfPost = (postId: string) => `post ${postId}`
