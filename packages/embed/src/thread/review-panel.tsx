// What moderators decide with: loaded when they want to.
import styles from './review-panel.css?inline'

export { AuthorMenu, ConversationQueue } from '@stoa/comments/moderation'
export { styles as reviewStyles }
