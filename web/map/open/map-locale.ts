import { m } from '#messages';

/** What MapLibre's own controls and hints say, by MapLibre's keys. */
export const MAP_LOCALE = {
  'NavigationControl.ZoomIn': m.map_control_zoom_in(),
  'NavigationControl.ZoomOut': m.map_control_zoom_out(),
  'AttributionControl.ToggleAttribution': m.map_control_attribution(),
  'CooperativeGesturesHandler.WindowsHelpText': m.map_gesture_scroll_ctrl(),
  'CooperativeGesturesHandler.MacHelpText': m.map_gesture_scroll_command(),
  'CooperativeGesturesHandler.MobileHelpText': m.map_gesture_two_fingers(),
};
