export { ArticleCard, type ArticleCardProps } from './article-card.tsx'
export { CollapsibleContent, type CollapsibleContentProps, isCollapsible } from './collapsible-content.tsx'
export {
  ConnectedPostView,
  type ConnectedPostViewProps,
  StoredPostView,
  type StoredPostViewProps,
} from './connected-post-view.tsx'
export { type EmbedFrame, type EmbedLink, type EmbedShape, embedFrame, tweetId } from './embed-frame.ts'
export { Inline, type InlineProps } from './inline.tsx'
export { ConnectedPostMenu, type ConnectedPostMenuProps } from './menu/connected-post-menu.tsx'
export { DraftDialog, type DraftDialogProps } from './menu/draft-dialog.tsx'
export { showPostToast } from './menu/post-toast.ts'
export { ShareButton, type ShareButtonProps } from './menu/share-button.tsx'
export { type PostVersion, VersionChanges, type VersionChangesProps } from './menu/version-changes.tsx'
export { postViewMessages } from './messages.ts'
export { PostBlocks, type PostBlocksProps } from './post-blocks.tsx'
export { PostView, type PostViewProps, type ShownPost } from './post-view.tsx'
export { prepareBlocks } from './rare-block.tsx'
export { type PostBlock, readBlocks } from './read-blocks.ts'
export { StatusBanner, type StatusBannerProps } from './status-banner.tsx'
