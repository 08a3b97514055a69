"""The encoded rules. Each chapter of the rules has a folder, and each subject has a module (see docs/rulings.md).

The docstring of a function usually states the rule that the function applies.
"""

_ORDER = """
    layers.ability_layer copying.names_in_abilities abilities.ability_texts abilities.activation turn.added_steps
    layers.affected_objects layers.characteristics_at_event layers.entering_characteristics
    attachment.attached_object attachment.legal_attachment combat.attack_declarations combat.gained_haste
    combat.attackers
    combat.banding card_types.battles combat.block_declarations combat.blockers characteristics.card_names
    casting.casting_times card_types.type_characteristics characteristics.legal_choices casting.chosen_targets
    characteristics.color_identity characteristics.colors combat.combat_phase combat.combat_damage
    combat.combat_entry abilities.combat_triggers variants.command_zone variants.commander layers.control_layer
    multiplayer.controlled_players casting.copied_targets copying.copy_exceptions copying.copiable_values
    casting.alternative_costs casting.cost_keywords casting.total_cost damage.counter_modifiers damage.counter_moves
    keywords.cumulative_upkeep damage.damage_results combat.damage_assignment damage.damage_modifiers
    damage.damage_amounts damage.damage_dealing variants.deck_construction layers.dependency
    state_based.designations characteristics.devotion life.game_end zones.battlefield_entry zones.entering_choices
    copying.entering_as_copy keywords.attaching_keywords keywords.evasion abilities.event_occurrences
    abilities.damage_triggers abilities.step_triggers abilities.keyword_triggers abilities.trigger_effects
    abilities.event_triggers abilities.additional_triggers zones.exchanges characteristics.characteristic_sets
    abilities.ability_zones turn.golden_rules keywords.granted_keywords casting.instructions zones.cannot_enter
    keywords.activated_keywords card_types.land_types card_types.land_plays layers.layer_order layers.layer_stages
    layers.phrase_test layers.layer_record layers.layered_facts layers.layered_numbers layers.layered_control
    layers.effect_conditions layers.layer_application layers.current_values multiplayer.player_departure
    state_based.uniqueness life.life life.life_changes life.starting_life abilities.life_triggers
    copying.linked_abilities turn.loops life.player_loss abilities.mana_abilities characteristics.mana_values
    copying.meld_pairs zones.melded_permanents attachment.illegal_attachments casting.modes copying.morph_cost
    zones.zone_changes turn.mulligans copying.object_names turn.apnap turn.subgames_and_restarts variants.partners
    casting.mana_payment keywords.paying_by_tapping casting.casting_zones card_types.planeswalkers
    characteristics.power_toughness turn.priority abilities.mana_production keywords.protection
    layers.object_qualities multiplayer.range_limits multiplayer.range_of_influence damage.damage_redirection
    casting.references damage.replacement_order casting.resolution casting.casting_restrictions card_types.sagas
    zones.searching multiplayer.seating damage.commander_zone damage.effect_units damage.shared_shields
    damage.protecting_effects damage.protecting_keywords turn.shortcuts zones.shuffling turn.special_actions
    casting.splice state_based.state_based_actions abilities.state_triggers keywords.station
    characteristics.name_stickers zones.entering_counters zones.entering_keywords zones.entering_by_type
    zones.entering_texts casting.legal_targets copying.timestamps turn.timing copying.tokens copying.transforming
    turn.turn_steps keywords.ward turn.day_and_night abilities.player_designations abilities.combat_keyword_triggers
    abilities.zone_keyword_triggers abilities.cost_keyword_triggers abilities.triggered_keywords
    zones.leaving_the_stack characteristics.type_lines characteristics.subtype_lists characteristics.own_types
    layers.characteristics
"""
SUBJECTS = tuple(f"{__name__}.{module}" for module in _ORDER.split())
"""The modules, in the order in which their rules are checked and listed in answers."""
