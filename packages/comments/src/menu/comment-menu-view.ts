import type { Comment } from '@stoa/contract'
import type { MenuProps } from '@stoa/ui'
import { createContext, type ReactNode } from 'react'

/** Data for rendering a comment's menu. */
export interface CommentMenuParts {
  /** The menu's comment. */
  comment: Comment
  /** Displayed name of its author. */
  author: string
  /** The menu without the application's additions. */
  menu: MenuProps
}

/** Renders comment menus in an application that adds items. */
export type DrawCommentMenu = (about: CommentMenuParts) => ReactNode

/** The renderer. Default: the menu as it is. */
export const CommentMenuView = createContext<DrawCommentMenu | null>(null)
