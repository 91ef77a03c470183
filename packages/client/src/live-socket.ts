import type { ClientToServerEvents, SocketAuth, Watch } from '@stoa/contract'
import type { Socket } from 'socket.io-client'

/** The part of a socket.io client that a live connection needs. */
export interface LiveSocket {
  /** Whether messages can be sent. */
  readonly connected: boolean
  /** Calls the one handler on each connection. */
  on(name: 'connect', handler: () => void): void
  /** Calls the one handler for each message from the server. */
  onAny(handler: (name: string, payload: unknown) => void): void
  emit(name: keyof ClientToServerEvents, rooms: Watch): void
  /** Reconnects after `disconnect`. */
  connect(): void
  disconnect(): void
}

/** Opens a socket; `auth` is called for every connection. */
export type OpenSocket = (url: string, auth: (respond: (auth: SocketAuth) => void) => void) => Promise<LiveSocket>

/** Packet types of Engine.IO (version 4), by first character; they carry Socket.IO packets (version 5). */
const OPEN = '0'
const PING = '2'
const PONG = '3'
const CONNECT = '40'
const DISCONNECT = '41'
const EVENT = '42'

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 10_000
/** A socket that has not connected by then stays silent. Some proxies open it and pass nothing on. */
const CONNECT_MS = 10_000
/** After so many failed tries, web sockets are assumed to be blocked. */
const TRIES_BEFORE_POLLING = 2

/**
 * The socket.io protocol on a plain web socket, with a tenth of the library's code. Where web sockets are blocked, the
 * library replaces it, with polling. Sources: the Engine.IO protocol, version 4, and the Socket.IO protocol, version 5,
 * both at socket.io/docs/v4.
 */
export const openLiveSocket: OpenSocket = async (url, auth) => {
  let onConnect = () => {}
  let onMessage: (name: string, payload: unknown) => void = () => {}
  let web: WebSocket | null = null
  let library: Socket | null = null
  let isOpen = false
  let isWanted = true
  /** When the last connection was opened; 0 before the first. */
  let openedAt = 0
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(timer)
    if (typeof WebSocket === 'undefined') {
      void poll()
      return
    }
    const socket = new WebSocket(
      `${(url || location.origin).replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`,
    )
    let deadline: ReturnType<typeof setTimeout> | undefined
    let patience = CONNECT_MS
    web = socket
    const untilPing = () => {
      clearTimeout(deadline)
      deadline = setTimeout(() => socket.close(), patience)
    }
    untilPing()
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (data.startsWith(OPEN)) {
        const { pingInterval, pingTimeout } = JSON.parse(data.slice(1)) as Record<string, number>
        patience = (pingInterval ?? 0) + (pingTimeout ?? 0)
        auth((socketAuth) => socket.readyState === WebSocket.OPEN && socket.send(CONNECT + JSON.stringify(socketAuth)))
      } else if (data === PING) {
        socket.send(PONG)
        untilPing()
      } else if (data.startsWith(CONNECT)) {
        isOpen = true
        untilPing()
        handleOpen()
      } else if (data.startsWith(EVENT)) {
        const [name, payload] = JSON.parse(data.slice(EVENT.length)) as [string, unknown]
        onMessage(name, payload)
      } else if (data.startsWith(DISCONNECT)) {
        socket.close()
      }
    }
    socket.onclose = () => {
      clearTimeout(deadline)
      if (web !== socket) return
      const hasLasted = isOpen && lasts()
      web = null
      isOpen = false
      if (isWanted) retry(hasLasted)
    }
  }

  function handleOpen(): void {
    openedAt = Date.now()
    onConnect()
  }

  /** Whether the connection has been open for long enough to start with a short pause if it breaks. */
  function lasts(): boolean {
    return Date.now() - openedAt > LONGEST_RETRY_MS
  }

  /** Reconnects after a pause, which doubles until a connection lasts. */
  function retry(hasLasted: boolean): void {
    tries = hasLasted ? 1 : tries + 1
    const isOnline = typeof navigator === 'undefined' || navigator.onLine
    if (!library && isOnline && openedAt === 0 && tries >= TRIES_BEFORE_POLLING) {
      void poll()
      return
    }
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1))
    timer = setTimeout(library ? () => library?.connect() : open, wait * (0.5 + Math.random()))
  }

  async function poll(): Promise<void> {
    try {
      const { io } = await import('socket.io-client')
      if (!isWanted) return
      library = io(url || undefined, { auth, transports: ['polling', 'websocket'] })
      library.on('connect', handleOpen)
      library.onAny((name: string, payload: unknown) => onMessage(name, payload))
      // The library reconnects by itself, but not after the server has ended the connection.
      library.on('disconnect', (reason) => reason === 'io server disconnect' && isWanted && retry(lasts()))
    } catch {
      timer = setTimeout(open, LONGEST_RETRY_MS)
    }
  }

  /** Reconnect at once when back online. */
  function onOnline(): void {
    if (isWanted && !web && !library) open()
  }

  function connect(): void {
    isWanted = true
    globalThis.addEventListener?.('online', onOnline)
    if (library) library.connect()
    else if (!web) open()
  }

  function disconnect(): void {
    isWanted = false
    globalThis.removeEventListener?.('online', onOnline)
    clearTimeout(timer)
    library?.disconnect()
    const socketToClose = web
    web = null
    isOpen = false
    socketToClose?.close()
  }

  connect()
  return {
    get connected() {
      return library ? library.connected : isOpen
    },
    on(_connect, handler) {
      onConnect = handler
    },
    onAny(handler) {
      onMessage = handler
    },
    emit(name, rooms) {
      if (library) library.emit(name, rooms)
      else if (isOpen) web?.send(EVENT + JSON.stringify([name, rooms]))
    },
    connect,
    disconnect,
  }
}
