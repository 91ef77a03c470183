import type { CallInput, CallOutput } from '@stoa/contract'

/** What a widget asks of the frame on the forum's origin, which holds the site's refresh token where no script of the page can read it. */
export interface FrameRequest {
  type: 'stoa:frame'
  /** Tells answers of several widgets and requests apart. */
  id: string
  input: Omit<CallInput<'authEmbedRefresh'>, 'origin'>
}

/** The frame's answer: an access token, nothing after `end`, or why not. */
export interface FrameAnswer {
  type: 'stoa:frame'
  id: string
  payload?: CallOutput<'authEmbedRefresh'>
  error?: { code: string; message: string }
}

/** Sent once by the frame when it listens. */
export interface FrameReady {
  type: 'stoa:frame-ready'
}
