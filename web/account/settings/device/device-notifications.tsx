import { useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import { connection } from '../../../data/connection.ts';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import { isDeviceOn, turnDeviceOff, turnDeviceOn } from './data.ts';
import { findPushSupport, type PushSupport } from './push-support.ts';
import { getDeviceKey } from './use-keep-device-on.ts';

const DETAILS: Record<PushSupport, string> = {
  supported: m.settings_device_notifications_detail(),
  blocked: m.settings_device_notifications_blocked(),
  'needs-install': m.settings_device_notifications_install(),
  unsupported: m.settings_device_notifications_unsupported(),
};

type DeviceNotificationsProps = {
  userId: string;
  /** Whether the account has push notifications on; without them no device shows any. */
  isAllowed: boolean;
  /** Whether the operator has switched them off for everybody. */
  isSwitchedOff: boolean;
  /** Turns them on for the account. */
  onAllow: () => void;
};

/** Turns push notifications on and off for this device. Nothing is asked before the switch is tapped. */
export function DeviceNotifications({ userId, isAllowed, isSwitchedOff, onAllow }: DeviceNotificationsProps) {
  const queryClient = useQueryClient();
  const queryKey = getDeviceKey(userId);
  const isSetUp = connection().config.pushKey !== undefined;
  const support = findPushSupport();
  const canChange = isSetUp && !isSwitchedOff && support === 'supported';
  const device = useQuery({ queryKey, queryFn: isDeviceOn, enabled: canChange });
  const change = useOnlineMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn) return turnDeviceOn(userId);
      await turnDeviceOff();
      return false;
    },
    onSuccess: (isOn) => {
      queryClient.setQueryData(queryKey, isOn);
      if (isOn && !isAllowed) onAllow();
    },
  });
  const isOn = change.isPending ? change.variables : device.data === true && isAllowed;
  const findDetail = () => {
    if (isSwitchedOff) return m.settings_switched_off();
    return isSetUp ? DETAILS[support] : m.settings_not_set_up();
  };
  return (
    <SwitchField
      label={m.settings_device_notifications()}
      detail={findDetail()}
      checked={isOn}
      disabled={!canChange || device.isLoading}
      aria-busy={change.isPending}
      onChange={(event) => change.mutate(event.target.checked)}
    />
  );
}
