import type { Comment } from '@stoa/contract'
import type { MenuProps } from '@stoa/ui'
import { createContext, type ReactNode } from 'react'

/** What the menu of a comment is drawn from. */
export interface CommentMenuParts {
  /** The comment that the menu acts on. */
  comment: Comment
  /** Shown name of its author. */
  author: string
  /** The menu as it is without anything of the application's. */
  menu: MenuProps
}

/** Draws the menus of comments, in an application that has more to offer there. */
export type DrawCommentMenu = (about: CommentMenuParts) => ReactNode

/** What draws them. Default: they are drawn as they are. */
export const CommentMenuView = createContext<DrawCommentMenu | null>(null)
