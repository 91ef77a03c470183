// Code for moderators' decisions, loaded on demand.
import styles from './review-panel.css?inline'

export { AuthorMenu, ConversationQueue } from '@stoa/comments/moderation'
export { styles as reviewStyles }
