import { isChild, type PersonKind } from '../../platform/ages.js'
import type { ReadDataEdit } from '../control/data-edit.js'
import { EditRefusedError } from '../control/edit.js'
import type { SwitchSource } from '../control/switch-board.js'
import { randomFraction, seededRandomness } from '../randomness.js'
import type { SavedDocument } from '../saving/store.js'
import type { Seat } from '../session/seat.js'
import { type Nicknames, nicknameOf, saveNickname } from './document.js'
import { isSuggestedNickname, NICKNAME_FAULTS, nicknameFault, suggestNicknames } from './nickname-rules.js'

/**
 * A nickname with which an admin replaces another (4.6): it follows the same rules as one that the person chooses.
 * @returns the nickname as it is saved
 * @throws {EditRefusedError} if it does not
 */
const allowedReplacement = (nickname: string, person: PersonKind): string => {
  const fault = nicknameFault(nickname)
  if (fault !== null) throw new EditRefusedError(NICKNAME_FAULTS[fault])
  const allowed = nickname.trim()
  if (isChild(person) && !isSuggestedNickname(allowed))
    throw new EditRefusedError('Children have suggested nicknames only (4.6).')
  return allowed
}

/** What nicknames need from the host. */
export interface NicknamesWorld {
  readonly document: SavedDocument<Nicknames>
  readonly seat: (number: number) => Promise<Seat>
  readonly switches: SwitchSource
  /** Makes an edit that the log has, and a replay makes again. */
  readonly edit: (edit: ReadDataEdit) => Promise<void>
}

/** What the players of an app are called (4.6). */
export class PlayerNicknames {
  readonly #world: NicknamesWorld

  constructor(world: NicknamesWorld) {
    this.#world = world
  }

  /** Everyone's nickname, by `app_user_id`. */
  get all(): ReadonlyMap<string, string> {
    return this.#world.document.value
  }

  /**
   * Calls `onNickname` with the nickname of the person in a seat, now and after each change.
   * @returns a function that stops listening
   */
  watch(seat: Seat, onNickname: (nickname: string | null) => void): () => void {
    const { document } = this.#world
    let latest: string | null | undefined
    const update = (): void => {
      const nickname = nicknameOf(document, seat.appUserId)
      if (nickname === latest) return
      latest = nickname
      onNickname(nickname)
    }
    update()
    return document.onChange(update)
  }

  /** The nickname of the person in a seat, or null. */
  async of(seat: number): Promise<string | null> {
    return nicknameOf(this.#world.document, (await this.#world.seat(seat)).appUserId)
  }

  /**
   * Gives the person in a seat a nickname that nobody else has, if they have none that they can play with (4.8).
   * @returns their nickname
   * @throws {NotSavedError} if it could not be saved
   */
  async ensure(seat: number): Promise<string> {
    const known = await this.of(seat)
    const { person } = this.#world.switches.of(seat)
    if (known !== null && (!isChild(person) || isSuggestedNickname(known))) return known
    const taken = new Set(this.all.values())
    // From the seat, not from the host's randomness: a replay draws none for an edit.
    const source = seededRandomness(seat)
    const nickname = suggestNicknames(() => randomFraction(source), taken.size + 1).find(
      (name) => !taken.has(name),
    )
    if (nickname === undefined) return known ?? ''
    await this.#world.edit({ edit: 'set-nickname', seat, nickname })
    return nickname
  }

  /**
   * Puts another nickname in place of one that was reported, as an admin may. The app is sent no event: only a change by the
   * person has one (6).
   * @throws {EditRefusedError} if the rules for nicknames do not allow it
   * @throws {NotSavedError} if it could not be saved
   */
  async replace(seat: number, nickname: string): Promise<void> {
    const { document, switches } = this.#world
    const { appUserId } = await this.#world.seat(seat)
    await saveNickname(document, appUserId, allowedReplacement(nickname, switches.of(seat).person))
  }
}
