import { Ellipsis, SlidersHorizontal, Sparkles } from 'lucide-react';
import type { BusinessProfileView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { Button } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { useHere } from '../../lib/here.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { exactly, type Total, totalNumber } from '../../lib/total.ts';
import { useOpenInUrl } from '../../lib/urlParams.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { useExportPartners } from '../partners/api.ts';
import { useSearchSchedule } from '../search/schedule.ts';

const LinkedinDialog = onDemand(() => import('./LinkedinDialog.tsx').then((module) => module.LinkedinDialog));
const ImportDialog = onDemand(() => import('./ImportDialog.tsx').then((module) => module.ImportDialog));
const SearchOptionsDialog = onDemand(() =>
  import('../search/SearchOptionsDialog.tsx').then((module) => module.SearchOptionsDialog),
);
const AdjustProfileDialog = onDemand(() =>
  import('./AdjustProfileDialog.tsx').then((module) => module.AdjustProfileDialog),
);

const DIALOGS = ['linkedin', 'import', 'profile', 'search'] as const;

/** The actions of the discovery screen and their dialogs. With little room, all but the main one are in a menu. */
export function DiscoveryToolbar(props: {
  profile: BusinessProfileView | null;
  filter: PartnerFilter;
  count: Total | null;
  searching: boolean;
  /** The number to find. */
  wanted: number;
  onGenerate: (count?: number, profile?: BusinessProfileView) => void;
}) {
  const [asked, setOpened] = useOpenInUrl('open');
  const opened = DIALOGS.find((one) => one === asked);
  const room = useMedia('(width >= 1260px)');
  const phone = useMedia('(width < 480px)');
  const exporting = useExportPartners('partners-export');
  const count = props.count ?? exactly(0);
  const schedule = useSearchSchedule().data;
  const close = (): void => setOpened(null);
  const actions = [
    {
      words: `Export CSV (${totalNumber(count)})`,
      act: () => exporting.mutate({ filter: props.filter, count }),
      disabled: count.total === 0,
      pending: exporting.isPending,
    },
    { words: 'Import CSV', act: () => setOpened('import') },
    { words: 'Add from LinkedIn', act: () => setOpened('linkedin') },
    { words: 'Adjust Profile', act: () => setOpened('profile'), disabled: !props.profile },
    { words: 'Search options', act: () => setOpened('search'), disabled: !schedule, Icon: SlidersHorizontal },
  ];
  useHere(actions.filter(({ disabled }) => !disabled).map(({ words, act }) => ({ id: words, text: words, run: act })));
  return (
    <>
      {room ? (
        actions.map(({ words, act, disabled = false, pending = false, Icon }) => (
          <Button
            key={words}
            variant="ghost"
            onClick={act}
            disabled={disabled}
            pending={pending}
            {...(Icon && { size: 'icon', 'aria-label': words, title: words })}
          >
            {Icon ? <Icon aria-hidden /> : words}
          </Button>
        ))
      ) : (
        <Popover
          label="More actions"
          align="end"
          className="w-52 p-1"
          button={{ size: 'icon', 'aria-label': 'More actions', children: <Ellipsis aria-hidden /> }}
        >
          {(closeMenu) =>
            actions.map(({ words, act, disabled = false }) => (
              <Button
                key={words}
                variant="ghost"
                className="w-full justify-start!"
                disabled={disabled}
                onClick={() => {
                  closeMenu();
                  act();
                }}
              >
                {words}
              </Button>
            ))
          }
        </Popover>
      )}
      <Button variant="primary" disabled={!props.profile} pending={props.searching} onClick={() => props.onGenerate()}>
        {!props.searching && <Sparkles aria-hidden />}
        <span>
          {props.searching ? 'Finding Partners...' : 'Generate'}
          {!props.searching && <span className={phone ? 'sr-only' : undefined}> New Matches</span>}
        </span>
      </Button>
      <FetchedPart onLost={close}>
        {opened === 'linkedin' && <LinkedinDialog onClose={close} />}
        {opened === 'import' && <ImportDialog onClose={close} />}
        {opened === 'search' && schedule && (
          <SearchOptionsDialog
            schedule={schedule}
            onSearch={props.profile && !props.searching ? (chosen) => props.onGenerate(chosen) : null}
            onClose={close}
          />
        )}
        {opened === 'profile' && props.profile && (
          <AdjustProfileDialog
            profile={props.profile}
            count={props.wanted}
            onSearch={props.searching ? null : (saved) => props.onGenerate(undefined, saved)}
            onClose={close}
          />
        )}
      </FetchedPart>
    </>
  );
}
