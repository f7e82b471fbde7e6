import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { AppDataSale } from '../../../../host/control/app-data.js'
import { DAY_MS } from '../../../../platform/units.js'
import type { Figures } from '../../control.js'
import { ConfirmButton } from '../../controls/confirm-button.js'
import type { ForSale } from '../../listing.js'
import { DataList, Details } from './data-list.js'
import { formatWhen, personOf, type SectionProps } from './section.js'

export interface PurchasesSectionProps extends SectionProps {
  readonly figures: Figures | null
  /** What the manifest sells. */
  readonly forSale: readonly ForSale[]
}

/** What the chosen seat bought, and what became of it (3.2, 3.3). */
export const PurchasesSection = ({ data, seat, wanted, edit, figures, forSale }: PurchasesSectionProps) => {
  const id = useSignal<string | null>(null)
  const giving = useSignal(false)
  const buyer = personOf(data, seat)
  const all = data.sales.filter((sale) => sale.buyer === buyer).reverse()
  const shown =
    wanted === ''
      ? all
      : all.filter((sale) =>
          `${nameOf(sale)} ${sale.id} ${STATES[sale.state]}`.toLowerCase().includes(wanted),
        )
  const selected = shown.findIndex((sale) => sale.id === id.value)
  const sale = shown[selected]
  return (
    <DataList
      label="Purchases"
      count={shown.length}
      selected={selected}
      onSelect={(index) => {
        giving.value = false
        id.value = shown[index]?.id ?? null
      }}
      onEscape={() => {
        giving.value = false
        id.value = null
      }}
      row={(index) => {
        const one = shown[index]
        if (one === undefined) return null
        return (
          <>
            <span class="row-time">{formatWhen(one.purchasedAt)}</span>
            <span class="row-name">{nameOf(one)}</span>
            <span class="row-summary">{describeState(one)}</span>
            <span class="row-duration">{one.price}</span>
          </>
        )
      }}
      empty={all.length === 0 ? `Seat ${seat} has bought nothing.` : 'No purchase passes the filter.'}
      details={
        giving.value ? (
          <GiveForm
            seat={seat}
            forSale={forSale}
            edit={edit}
            onClose={() => {
              giving.value = false
            }}
          />
        ) : (
          sale !== undefined && (
            <SaleDetails
              key={sale.id}
              sale={sale}
              edit={edit}
              onClose={() => {
                id.value = null
              }}
            />
          )
        )
      }
      foot={
        <>
          {figures !== null && (
            <span title="The three figures on the app's page, in credits, over all people (3.3)">
              Purchases {figures.purchases} · held {figures.held} · paid to you {figures.paid}
            </span>
          )}
          <span class="spring" />
          <button
            type="button"
            class="button"
            disabled={forSale.length === 0}
            title={forSale.length === 0 ? 'The manifest sells nothing' : 'Without a payment'}
            onClick={() => {
              giving.value = true
            }}
          >
            Give
          </button>
        </>
      }
    />
  )
}

interface SaleDetailsProps extends Pick<SectionProps, 'edit'> {
  readonly sale: AppDataSale
  readonly onClose: () => void
}

const SaleDetails = ({ sale, edit, onClose }: SaleDetailsProps) => {
  const { id, state } = sale
  const held = state === 'held' || state === 'confirming'
  return (
    <Details title={`${nameOf(sale)} for ${sale.price} credits`} onClose={onClose}>
      <dl class="facts">
        <dt>State</dt>
        <dd>{describeState(sale)}</dd>
        <dt>Bought</dt>
        <dd>{formatWhen(sale.purchasedAt)}</dd>
        {typeof sale.consumedAt === 'string' && (
          <>
            <dt>Consumed</dt>
            <dd>{formatWhen(sale.consumedAt)}</dd>
          </>
        )}
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <div class="data-actions">
        {state === 'confirming' && (
          <button type="button" class="button" onClick={() => void edit({ edit: 'confirm', sale: id })}>
            Confirm
          </button>
        )}
        {isConsumable(sale) && state !== 'returned' && state !== 'confirming' && !sale.consumedAt && (
          <button type="button" class="button" onClick={() => void edit({ edit: 'consume', sale: id })}>
            Mark as consumed
          </button>
        )}
        {sale.consumedAt && state !== 'returned' && (
          <button
            type="button"
            class="button"
            title="As if the app had crashed before it called consume (4.3)"
            onClick={() => void edit({ edit: 'unconsume', sale: id })}
          >
            Mark as not consumed
          </button>
        )}
        {held && (
          <button
            type="button"
            class="button"
            title="For an app problem: the credits go back, and the record disappears (3.2, 3.3)"
            onClick={() => void edit({ edit: 'refund', sale: id })}
          >
            {state === 'confirming' ? 'Let it fail' : 'Refund'}
          </button>
        )}
        {held &&
          AGES.map(({ label, milliseconds, title }) => (
            <button
              key={label}
              type="button"
              class="button"
              title={title}
              onClick={() => void edit({ edit: 'age', sale: id, milliseconds })}
            >
              {label}
            </button>
          ))}
        {state === 'awaiting-manual' && (
          <button
            type="button"
            class="button"
            title="What an admin does after an automatic payment failed (3.3)"
            onClick={() => void edit({ edit: 'complete-payout', sale: id })}
          >
            Complete the payout by hand
          </button>
        )}
        <ConfirmButton
          confirm="Remove without a refund"
          onConfirm={() => void edit({ edit: 'forget-sale', sale: id })}
        >
          Remove
        </ConfirmButton>
      </div>
    </Details>
  )
}

const AGES = [
  {
    label: '1 day older',
    milliseconds: DAY_MS,
    title: 'A consumable that was not consumed within 24 hours is refunded (3.2)',
  },
  { label: '7 days older', milliseconds: 7 * DAY_MS, title: 'Held sales are paid out after 7 days (3.3)' },
] as const

interface GiveFormProps extends Pick<SectionProps, 'edit' | 'seat'> {
  readonly forSale: readonly ForSale[]
  readonly onClose: () => void
}

/** Gives the person something that the manifest sells, without a payment. */
const GiveForm = ({ seat, forSale, edit, onClose }: GiveFormProps) => {
  const id = useId()
  const chosen = useSignal(0)
  const wanted = forSale[chosen.value] ?? forSale[0]
  return (
    <Details title={`Give seat ${seat}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted === undefined) return
          void edit({ edit: 'give', seat, item: wanted.item, price: wanted.price }).then((given) => {
            if (given) onClose()
          })
        }}
      >
        <label for={id}>What</label>
        <select
          id={id}
          value={chosen.value}
          onChange={(event) => {
            chosen.value = Number(event.currentTarget.value)
          }}
        >
          {forSale.map(({ label, price }, index) => (
            <option key={label} value={index}>
              {label}, {price} credits
            </option>
          ))}
        </select>
        <p class="muted small">
          As if it had been bought now; the balance stays as it is, and the app learns of it through
          getPurchases.
        </p>
        <div class="data-actions">
          <button type="submit" class="button">
            Give it
          </button>
        </div>
      </form>
    </Details>
  )
}

const nameOf = ({ item }: AppDataSale): string => (item.type === 'product' ? item.id : 'Access')

const isConsumable = ({ item }: AppDataSale): boolean => item.type === 'product' && item.kind === 'consumable'

const STATES = {
  confirming: 'being confirmed',
  held: 'held',
  'paid-out': 'paid to you',
  'awaiting-manual': 'payout failed, to be completed by hand',
  returned: 'returned',
} as const satisfies Record<AppDataSale['state'], string>

const REASONS = {
  unconsumed: 'not consumed within 24 hours',
  refund: 'refunded',
  blocked: 'the app was blocked',
  deleted: 'the app was deleted',
} as const satisfies Record<NonNullable<AppDataSale['returnReason']>, string>

const describeState = (sale: AppDataSale): string => {
  const reason =
    sale.returnReason === null || sale.returnReason === undefined ? '' : `: ${REASONS[sale.returnReason]}`
  const consumed =
    isConsumable(sale) && sale.state !== 'returned' ? (sale.consumedAt ? ', consumed' : ', not consumed') : ''
  return `${STATES[sale.state]}${reason}${consumed}`
}
